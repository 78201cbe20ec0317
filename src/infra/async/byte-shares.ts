/** Counts bytes that are in memory: in all, and of each who shares it. */

/** The bytes of one kind. */
export interface ByteShares {
  /** Takes bytes of a key; returns what is used up when there are not so many left: the share of the key, or all. */
  take(key: string, bytes: number, keyBytesMax: number): 'share' | 'all' | null;
  /** Bytes that the key has taken. */
  taken(key: string): number;
  give(key: string, bytes: number): void;
}

/** Creates a count of at most so many bytes. */
export function createByteShares(bytesMax: number): ByteShares {
  const byKey = new Map<string, number>();
  let all = 0;
  const taken = (key: string) => byKey.get(key) ?? 0;
  return {
    taken,
    take(key, bytes, keyBytesMax) {
      const own = taken(key) + bytes;
      if (own > keyBytesMax) return 'share';
      if (all + bytes > bytesMax) return 'all';
      byKey.set(key, own);
      all += bytes;
      return null;
    },
    give(key, bytes) {
      all -= bytes;
      const left = taken(key) - bytes;
      if (left === 0) byKey.delete(key);
      else byKey.set(key, left);
    },
  };
}
