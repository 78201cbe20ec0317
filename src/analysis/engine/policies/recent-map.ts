/** A map of what was used last. */

/** Values by key; the one that was not used for longest goes first. */
export interface RecentMap<Value> {
  /** Returns the value of a key; `make` makes the first. */
  get(key: string, make: () => Value): Value;
}

/** Creates a map of at most `max` values. */
export function createRecentMap<Value>(max: number): RecentMap<Value> {
  const values = new Map<string, Value>();
  return {
    get(key, make) {
      const known = values.get(key);
      const value = known ?? make();
      if (known === undefined && values.size >= max) values.delete(values.keys().next().value!);
      else values.delete(key);
      values.set(key, value);
      return value;
    },
  };
}
