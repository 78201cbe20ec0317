/** Splits the files of a project into shards: pieces of work that run side by side, on whichever core has time. */
import { MIB } from '../../../units.ts';
import type { NewItem } from '../store/project-record.ts';
import type { PlacedEntry } from './archive.ts';

/** Cost of a shard of a project; each file costs its bytes and a little more. */
export const PROJECT_SHARD_BYTES = 4 * MIB;

/** A file, and where it is done. */
export type PlannedItem = Omit<NewItem, 'previousNumber'>;

/** Cost of a file besides its bytes, for unpacking, look-up and storage, as bytes to analyse. */
const FILE_COST_BYTES = 32 * 1024;

/**
 * The files with their shards. Those of a shard lie side by side in the archive, so that it reads one piece of it; the
 * shards are alike in what they cost, and so small that a process that comes late still finds work.
 */
export function planShards(entries: readonly PlacedEntry[]): readonly PlannedItem[] {
  const costOf = ({ sizeBytes }: PlacedEntry): number => sizeBytes + FILE_COST_BYTES;
  const total = entries.reduce((sum, entry) => sum + costOf(entry), 0);
  const shards = Math.max(1, Math.ceil(total / PROJECT_SHARD_BYTES));
  let before = 0;
  let shard = 0;
  let used = false;
  return entries.map((entry, number) => {
    // A file belongs where its middle lies, and no shard is left out.
    const wanted = Math.floor(((before + costOf(entry) / 2) / total) * shards);
    if (used && wanted > shard) {
      shard += 1;
      used = false;
    }
    used = true;
    before += costOf(entry);
    const { path, localStart, endMax, packedBytes, sizeBytes, method, crc } = entry;
    return { number, shard, path, place: { localStart, endMax, packedBytes, sizeBytes, method, crc } };
  });
}
