/** Marks of elements that are seen alone: the items of the tree say the same. */
export const DECORATION = { 'aria-hidden': 'true' } as const;
