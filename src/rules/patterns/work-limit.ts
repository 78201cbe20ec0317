/** Limits of work that grows faster than the file. */

/** Returns the list. @throws RangeError above `max` items: the rule fails, which blocks, as unseen items may hide a problem. */
export function within<Item>(list: readonly Item[], max: number): readonly Item[] {
  if (list.length > max) throw new RangeError(`${list.length} items to compare; the limit is ${max}.`);
  return list;
}
