/** Thread time of tenants, by which they take turns: many short tasks and one long one count alike. */

/** Time that tenants have used, and the threads that they hold. */
export interface Shares {
  /** Records that a tenant wants a thread. One that has wanted none has saved up nothing meanwhile. */
  arrive(tenant: string): void;
  /** Records that a tenant's task begins. Returns the function that records its end. */
  begin(tenant: string): () => void;
  /** Returns what a tenant has used, in milliseconds, with the time of its tasks that run. */
  usedBy(tenant: string): number;
  /** Returns the threads that a tenant holds. */
  heldBy(tenant: string): number;
}

/** Tenants above which those without a claim are forgotten. */
const TENANTS_MAX = 1_000;

/** Creates shares of which nothing is used, by a clock in milliseconds. */
export function createShares(now: () => number, isWaiting: (tenant: string) => boolean): Shares {
  const used = new Map<string, number>();
  /** Times at which running tasks began. */
  const running = new Map<string, Set<{ readonly beganMs: number }>>();
  // The most that a tenant had used when it was served.
  let servedMs = 0;

  const isActive = (tenant: string): boolean => running.has(tenant) || isWaiting(tenant);

  function usedBy(tenant: string): number {
    let sum = used.get(tenant) ?? 0;
    for (const { beganMs } of running.get(tenant) ?? []) sum += now() - beganMs;
    return sum;
  }

  return {
    usedBy,
    heldBy: (tenant) => running.get(tenant)?.size ?? 0,
    arrive(tenant) {
      if (isActive(tenant)) return;
      used.set(tenant, Math.max(used.get(tenant) ?? 0, servedMs));
      if (used.size <= TENANTS_MAX) return;
      for (const [other, ms] of used) if (ms <= servedMs && !isActive(other)) used.delete(other);
    },
    begin(tenant) {
      const task = { beganMs: now() };
      servedMs = Math.max(servedMs, usedBy(tenant));
      const tasks = running.get(tenant) ?? new Set();
      running.set(tenant, tasks.add(task));
      return () => {
        used.set(tenant, (used.get(tenant) ?? 0) + now() - task.beganMs);
        tasks.delete(task);
        if (tasks.size === 0) running.delete(tenant);
      };
    },
  };
}
