/** First look at what was fetched, without unpacking it. */
import { KIB } from '../units.ts';

/** A zip ends with a directory, whose last record may have a comment of this length behind it. */
const TAIL_BYTES = 66 * KIB;
const END = Buffer.from('PK\u0005\u0006', 'latin1');

/**
 * Returns whether a file begins and ends like an archive: a web page in its place does not.
 * @param read returns the bytes from `start` up to, but not including, `end`
 */
export async function looksLikeZip(
  sizeBytes: number,
  read: (start: number, end: number) => Promise<Buffer>,
): Promise<boolean> {
  const start = await read(0, Math.min(2, sizeBytes));
  if (start.toString('latin1') !== 'PK') return false;
  return (await read(Math.max(0, sizeBytes - TAIL_BYTES), sizeBytes)).includes(END);
}
