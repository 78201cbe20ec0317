/** Keys found in the bytes of an expression, without repeats, in their order. */

/** An expression with more of them is left to its tokens, as each one is compared with all before it. */
const KEYS_MAX = 20;

export class FoundKeys {
  /** Number of keys. */
  count = 0;
  private readonly keys: string[] = [];

  /** Removes all keys. */
  clear(): void {
    this.count = 0;
  }

  at(index: number): string {
    return this.keys[index]!;
  }

  /** Adds a key; returns false when there are too many. */
  add(key: string): boolean {
    const { keys, count } = this;
    for (let i = 0; i < count; i += 1) if (keys[i] === key) return true;
    keys[count] = key;
    this.count = count + 1;
    return count < KEYS_MAX;
  }

  toArray(): string[] {
    return this.keys.slice(0, this.count);
  }
}
