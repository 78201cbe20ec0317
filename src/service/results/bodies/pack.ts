/**
 * Packs: archived columns of many old results in one object. One by one they would
 * cost more requests to the bucket than they save space in the database, and similar results compress best together.
 */

/** Entry of a pack: texts without tabs and line breaks, such as the JSON of the database. */
export interface PackEntry {
  readonly id: string;
  readonly texts: readonly string[];
}

/** Writes a pack. */
export function joinEntries(entries: readonly PackEntry[]): string {
  return entries.map(({ id, texts }) => `${[id, ...texts].join('\t')}\n`).join('');
}

/** Reads the texts of one entry; undefined: the pack has none with this id. */
export function readEntry(pack: Buffer, id: string): readonly string[] | undefined {
  const start = pack.indexOf(`${id}\t`);
  if (start === -1) return undefined;
  const end = pack.indexOf('\n', start);
  return pack.toString('utf8', start + id.length + 1, end).split('\t');
}
