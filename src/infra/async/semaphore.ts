/** Places for calls that last as long as one likes: so many in one core, and of these not all for one organisation. */

export interface Semaphore {
  /** Takes a place and returns what frees it, once; null when there is none left. */
  take(orgId: string): (() => void) | null;
}

/** Makes them. */
export function createSemaphore(max: number, orgMax: number): Semaphore {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(orgId) {
      const own = taken.get(orgId) ?? 0;
      if (all >= max || own >= orgMax) return null;
      all += 1;
      taken.set(orgId, own + 1);
      return () => {
        all -= 1;
        const left = taken.get(orgId)! - 1;
        if (left === 0) taken.delete(orgId);
        else taken.set(orgId, left);
      };
    },
  };
}
