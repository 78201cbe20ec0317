/** TTL cache with single-flight loading. */

/** Limits of a cache. */
export interface TtlCacheOptions {
  /** Milliseconds after which an entry is loaded again. Default: never. */
  readonly ttlMs?: number;
  /** Maximum number of entries; adding another evicts the oldest. */
  readonly entriesMax: number;
  /** Clock in milliseconds. */
  readonly now?: () => number;
}

/** Values by key, each for a limited time. */
export interface TtlCache<Value> {
  /** Returns the value if it is not older than `ageMsMax`, by default the TTL. */
  get(key: string, ageMsMax?: number): Value | undefined;
  /** Stores a value in place of the one before; its age counts from now. */
  set(key: string, value: Value): void;
  /** Returns the value, or creates it. */
  getOrCreate(key: string, create: () => Value): Value;
  /**
   * Returns the value, or loads it; concurrent callers share the load. Its age counts from the start of the load.
   * Neither errors nor `undefined` are cached.
   */
  load<Loaded extends Value | undefined>(
    key: string,
    load: () => Promise<Loaded>,
    ageMsMax?: number,
  ): Promise<Value | Loaded>;
  /** Removes the value, and discards that of a load in progress. */
  delete(key: string): void;
}

interface Timed<Value> {
  readonly value: Value;
  readonly sinceMs: number;
}

/** Creates an empty cache. */
export function createTtlCache<Value>({
  ttlMs = Number.POSITIVE_INFINITY,
  entriesMax,
  now = () => performance.now(),
}: TtlCacheOptions): TtlCache<Value> {
  const entries = new Map<string, Timed<Value>>();
  const loads = new Map<string, Timed<Promise<Value | undefined>>>();

  function set(key: string, value: Value, sinceMs = now()): void {
    entries.delete(key);
    if (entries.size >= entriesMax) entries.delete(entries.keys().next().value!);
    entries.set(key, { value, sinceMs });
  }

  function fresh<Found>(entry: Timed<Found> | undefined, ageMsMax: number): Timed<Found> | undefined {
    return entry !== undefined && now() - entry.sinceMs < ageMsMax ? entry : undefined;
  }

  async function loadInto(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const sinceMs = now();
    const promise = load();
    loads.set(key, { value: promise, sinceMs });
    const isLatest = () => loads.get(key)?.value === promise;
    try {
      const value = await promise;
      if (value !== undefined && isLatest()) set(key, value, sinceMs);
      return value;
    } finally {
      if (isLatest()) loads.delete(key);
    }
  }

  return {
    get: (key, ageMsMax = ttlMs) => fresh(entries.get(key), ageMsMax)?.value,
    set: (key, value) => set(key, value),
    getOrCreate(key, create) {
      const found = fresh(entries.get(key), ttlMs);
      if (found !== undefined) return found.value;
      const value = create();
      set(key, value);
      return value;
    },
    async load(key, load, ageMsMax = ttlMs) {
      const found = fresh(entries.get(key), ageMsMax) ?? fresh(loads.get(key), ageMsMax);
      return (await (found === undefined ? loadInto(key, load) : found.value)) as Value;
    },
    delete(key) {
      entries.delete(key);
      loads.delete(key);
    },
  };
}
