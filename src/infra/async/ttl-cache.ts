/** What is read from the database for every call, believed for some seconds. */
import { LIMITS } from '../../limits.ts';

/** Answers that have been read lately, by name. */
export interface Memory<Value> {
  /** The answer as it was read; undefined when that was too long ago. */
  get(name: string, ageMsMax?: number): Value | undefined;
  /** `askedAt` is the time before the question: a slow answer is an old one. */
  set(name: string, value: Value, askedAt: Date): void;
  delete(name: string): void;
}

/** Makes an empty memory. */
export function createMemory<Value>(now: () => Date): Memory<Value> {
  const entries = new Map<string, { readonly value: Value; readonly loadedAtMs: number }>();
  return {
    get(name, ageMsMax = LIMITS.accessCacheMsMax) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      return now().getTime() - entry.loadedAtMs < ageMsMax ? entry.value : undefined;
    },
    set(name, value, askedAt) {
      if (entries.size >= LIMITS.accessCacheEntriesMax) entries.clear();
      entries.set(name, { value, loadedAtMs: askedAt.getTime() });
    },
    delete(name) {
      entries.delete(name);
    },
  };
}
