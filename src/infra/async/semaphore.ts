/**
 * Counting semaphore with a total and a share per key.
 * A permit stands for one running task, or for one byte of memory: callers take several at once by their weight.
 */

/** Releases the permits. Further calls do nothing. */
export type Release = () => void;

/** Limits in permits. */
export interface SemaphoreLimits {
  /** Permits of all keys together. Default: no limit. */
  readonly total?: number;
  /** Permits of one key. Default: no limit of its own. */
  readonly perKey?: number | ((key: string) => number);
  /** Callers of one key that may wait in `take`. Default: none. */
  readonly waiting?: number;
}

/** Limit that is exhausted: the key's or the total. */
export type Exhausted = 'key' | 'total';

/** Permits for limited concurrency. */
export interface Semaphore {
  /** Takes permits; returns null when there are not enough. */
  tryTake(key: string, weight?: number): Release | null;
  /**
   * Waits for permits in order of arrival; an exhausted key does not block the others. A weight above the total
   * counts as the total. Returns null when too many callers of the key wait.
   */
  take(key: string, weight?: number): Promise<Release | null>;
  /** Returns the limit that would reject `tryTake`; null when permits are free. */
  exhausted(key: string, weight?: number): Exhausted | null;
  /** Returns the permits that the key holds. */
  taken(key: string): number;
}

interface Waiter {
  readonly key: string;
  readonly weight: number;
  readonly grant: (release: Release) => void;
}

/** Creates a semaphore with all its permits. */
export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const { total = Number.POSITIVE_INFINITY, waiting: waitingMax = 0 } = limits;
  const byKey = new Map<string, number>();
  const waiters: Waiter[] = [];
  let all = 0;

  const taken = (key: string): number => byKey.get(key) ?? 0;
  const share = (key: string): number => {
    const { perKey = Number.POSITIVE_INFINITY } = limits;
    return typeof perKey === 'number' ? perKey : perKey(key);
  };

  function exhausted(key: string, weight = 1): Exhausted | null {
    if (taken(key) + weight > share(key)) return 'key';
    return all + weight > total ? 'total' : null;
  }

  function hold(key: string, weight: number): Release {
    all += weight;
    byKey.set(key, taken(key) + weight);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      all -= weight;
      const left = taken(key) - weight;
      if (left === 0) byKey.delete(key);
      else byKey.set(key, left);
      serve();
    };
  }

  function serve(): void {
    for (let i = 0; i < waiters.length; ) {
      const { key, weight, grant } = waiters[i]!;
      const full = exhausted(key, weight);
      // Later ones do not overtake: a heavy task would otherwise starve behind light ones.
      if (full === 'total') return;
      if (full === 'key') i += 1;
      else {
        waiters.splice(i, 1);
        grant(hold(key, weight));
      }
    }
  }

  return {
    taken,
    exhausted,
    tryTake: (key, weight = 1) => (exhausted(key, weight) === null ? hold(key, weight) : null),
    async take(key, wanted = 1) {
      const weight = Math.min(wanted, total);
      const hasQueue = waiters.some(
        (waiter) => waiter.key === key || exhausted(waiter.key, waiter.weight) === 'total',
      );
      if (!hasQueue && exhausted(key, weight) === null) return hold(key, weight);
      if (waiters.filter((waiter) => waiter.key === key).length >= waitingMax) return null;
      return new Promise<Release>((grant) => waiters.push({ key, weight, grant }));
    },
  };
}
