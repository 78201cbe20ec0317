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

/** Outcome of the listing of a part. */
export interface TriedPart {
  readonly state: 'ok' | 'no_access' | 'failed';
  /** Sentence about what is missing. */
  readonly problem: string | undefined;
  /** Undefined: the listing is not complete. */
  readonly listing: readonly ListedRow[] | undefined;
}

/** Outcome of parts behind some that failed. */
export const NOT_TRIED: TriedPart = {
  state: 'failed',
  problem: `It was not tried: the ${REMOTE_LIMITS.failuresInRowMax} parts before it failed.`,
  listing: undefined,
};

/** Lists a part of a tenant whose other parts are listed in any case. @throws RemoteError when the credential is rejected */
export async function tryPart(remote: Remote, part: RemotePart, signal: AbortSignal): Promise<TriedPart> {
  const { problem } = part;
  if (problem !== undefined)
    return { state: part.kind === 'feed' ? 'no_access' : 'failed', problem, listing: undefined };
  try {
    const listing = await listPart(remote, part, signal);
    return listing.problem === undefined
      ? { state: 'ok', problem: undefined, listing: listing.rows }
      : { state: 'failed', problem: listing.problem, listing: undefined };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RemoteError) || error.problem === 'credential_rejected') throw error;
    const state = error.problem === 'no_access' ? 'no_access' : 'failed';
    return { state, problem: error.message, listing: undefined };
  }
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
