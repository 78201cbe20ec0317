/** Limits of work that grows faster than the file. */

/** Returns the list. @throws RangeError above `max` items: the rule fails, which blocks, as unseen items may hide a problem. */
export function within<Item>(list: readonly Item[], max: number): readonly Item[] {
  if (list.length > max) throw new RangeError(`${list.length} items to compare; the limit is ${max}.`);
  return list;
}

/** Function that counts steps. */
export type Spend = (steps?: number) => void;

/**
 * Creates a counter for the steps of a rule over one workflow. It throws a RangeError above `max`: the rule fails,
 * which blocks.
 */
export function stepLimit(max: number): Spend {
  let spent = 0;
  return (steps = 1) => {
    spent += steps;
    if (spent > max) throw new RangeError(`More steps than a file may take; the limit is ${max}.`);
  };
}
