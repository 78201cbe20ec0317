/** Complete listing of a part. */
import { formatNumber, plural } from '../text/format.ts';
import { REMOTE_LIMITS } from './limits.ts';
import type { ListCursor, ListedRow, Remote, RemotePart } from './remote.ts';
import { RemoteError } from './remote-error.ts';

/** Listing of a part. */
export interface PartListing {
  readonly rows: readonly ListedRow[];
  /** Sentence about what is missing; undefined: the listing is complete. */
  readonly problem: string | undefined;
}

/**
 * Lists a part. Pages by offsets move when rows come and go: where the distinct rows are not as many as the platform
 * counts, the part is listed once more, then reported as changing.
 * @throws RemoteError when a page cannot be read
 */
export async function listPart(remote: Remote, part: RemotePart, signal: AbortSignal): Promise<PartListing> {
  const first = await listOnce(remote, part, signal);
  return first.problem === undefined ? first : listOnce(remote, part, signal);
}

async function listOnce(remote: Remote, part: RemotePart, signal: AbortSignal): Promise<PartListing> {
  const rows = new Map<string, ListedRow>();
  let cursor: ListCursor | undefined;
  let unreadable = 0;
  for (;;) {
    const page = await remote.list(part, cursor, signal);
    const before = rows.size;
    for (const row of page.rows) if (!rows.has(row.row)) rows.set(row.row, row);
    unreadable += page.unreadableCount;
    if (rows.size + unreadable > REMOTE_LIMITS.artefactsMax)
      throw new RemoteError(
        'over_limit',
        `${JSON.stringify(part.path)} has more than ${formatNumber(REMOTE_LIMITS.artefactsMax)} rows.`,
      );
    cursor = page.next;
    // Pages without anything new would never end.
    if (cursor !== undefined && (rows.size > before || page.unreadableCount > 0)) continue;
    return { rows: [...rows.values()], problem: problemOf(part, rows.size, unreadable, page.count) };
  }
}

function problemOf(
  { path }: RemotePart,
  found: number,
  unreadable: number,
  count: number | undefined,
): string | undefined {
  const name = JSON.stringify(path);
  if (unreadable > 0) return `${name} has ${plural(unreadable, 'row')} without an id or a version.`;
  if (count !== undefined && count !== found)
    return `${name} changes while it is listed: ${formatNumber(found)} of ${plural(count, 'row')} came.`;
  return undefined;
}
