/** A queue that serves tenants in turn: one task of each, then the next of each. */

/** A task that waits. */
export interface Waiting {
  begin(): void;
  reject(reason: unknown): void;
}

/** Tasks by tenant, first in, first out within each. */
export interface FairQueue {
  push(tenant: string, task: Waiting): void;
  /** Takes the oldest task of the tenant whose turn it is. */
  shift(): Waiting | undefined;
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
    shift() {
      const [first] = tenants;
      if (first === undefined) return undefined;
      const [tenant, tasks] = first;
      const [task] = tasks;
      tenants.delete(tenant);
      tasks.delete(task!);
      size -= 1;
      if (tasks.size > 0) tenants.set(tenant, tasks);
      return task;
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
