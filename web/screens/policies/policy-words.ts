/** Words for policy packs. */

/** Choice of a run → its meaning. */
export const CHOICE_LABELS: Readonly<Record<string, string>> = {
  any: 'Anything',
  stricter: 'Only what is as strict or stricter',
  fixed: 'Nothing',
};

/** Class of a difference → how certain it is. */
export const CLASS_LABELS: Readonly<Record<string, string>> = {
  exact: 'Exact',
  reanalysis: 'Analysed again',
  unknown: 'Unknown',
};
