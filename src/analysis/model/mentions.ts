/** Index of the symbols that the expressions of a workflow mention. */
/** Keys that the expressions of a workflow mention; each key has a number, its index in `keys`. */
export interface Mentions {
  /** Each key once, in the order in which they are first mentioned. */
  readonly keys: readonly string[];
  /** Numbers of the mentioned keys, one expression behind the other. */
  readonly numbers: readonly number[];
  /** By expression, where its numbers begin; the entry behind the last one is their end. */
  readonly starts: readonly number[];
}
