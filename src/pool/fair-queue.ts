/** A queue that serves tenants by what they have used: the next task is of the one that has used the least. */

/** A task that waits. */
export interface Waiting {
  begin(): void;
  reject(reason: unknown): void;
}

/** Tasks by tenant, first in, first out within each. */
export interface FairQueue {
  push(tenant: string, task: Waiting): void;
  /**
   * Returns the tenant whose turn it is: among those that may be served, the one that has used the least; among equals,
   * the one that was served least recently.
   */
  next(mayServe: (tenant: string) => boolean, usedBy: (tenant: string) => number): string | undefined;
  /** Takes the oldest task of a tenant that waits. */
  take(tenant: string): Waiting;
  /** Takes a task out. Returns false when it is not in the queue. */
  remove(tenant: string, task: Waiting): boolean;
  size(): number;
  countOf(tenant: string): number;
  /** Tasks of the tenant that has the most. */
  longest(): number;
  /** Takes the newest task of the tenant that has the most. */
  dropNewest(): Waiting | undefined;
}

/** Creates an empty queue. */
export function createFairQueue(): FairQueue {
  // In the order of turns: a tenant that has been served goes to the end.
  const tenants = new Map<string, Set<Waiting>>();
  let size = 0;

  function remove(tenant: string, task: Waiting): boolean {
    const tasks = tenants.get(tenant);
    if (!tasks?.delete(task)) return false;
    size -= 1;
    if (tasks.size === 0) tenants.delete(tenant);
    return true;
  }

  function heaviest(): [tenant: string, tasks: ReadonlySet<Waiting>] | undefined {
    let most: [string, ReadonlySet<Waiting>] | undefined;
    for (const entry of tenants) if (entry[1].size > (most?.[1].size ?? 0)) most = entry;
    return most;
  }

  return {
    push(tenant, task) {
      const tasks = tenants.get(tenant);
      if (tasks === undefined) tenants.set(tenant, new Set([task]));
      else tasks.add(task);
      size += 1;
    },
    next(mayServe, usedBy) {
      let found: string | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const tenant of tenants.keys()) {
        if (!mayServe(tenant)) continue;
        const used = usedBy(tenant);
        if (used >= least) continue;
        found = tenant;
        least = used;
      }
      return found;
    },
    take(tenant) {
      const tasks = tenants.get(tenant)!;
      const [task] = tasks;
      tenants.delete(tenant);
      tasks.delete(task!);
      size -= 1;
      if (tasks.size > 0) tenants.set(tenant, tasks);
      return task!;
    },
    remove,
    size: () => size,
    countOf: (tenant) => tenants.get(tenant)?.size ?? 0,
    longest: () => heaviest()?.[1].size ?? 0,
    dropNewest() {
      const most = heaviest();
      if (most === undefined) return undefined;
      const task = [...most[1]].at(-1)!;
      remove(most[0], task);
      return task;
    },
  };
}
