/** Listing of a whole tenant, part by part. */
import { REMOTE_LIMITS } from '../../remotes/limits.ts';
import { listPart } from '../../remotes/list-part.ts';
import type { ListedRow, Remote, RemoteArtefact, RemotePart } from '../../remotes/remote.ts';
import { RemoteError } from '../../remotes/remote-error.ts';
import { formatNumber } from '../../text/format.ts';

/** Part with what came of it. */
export interface ListedPart extends Pick<RemotePart, 'path' | 'kind'> {
  /** Rows that came: processes of a folder, packages of a feed. */
  readonly rows: number;
  /** Sentence about what is missing; null: the listing is complete. */
  readonly problem: string | null;
}

/** Listing of a tenant. */
export interface TenantListing {
  readonly parts: readonly ListedPart[];
  readonly artefacts: readonly RemoteArtefact[];
}

/**
 * Lists all parts. A part that cannot be read does not end it.
 * @param what name of the artefacts in messages, such as `packages`
 * @throws RemoteError when nothing can be listed
 */
export async function listTenant(remote: Remote, what: string, signal: AbortSignal): Promise<TenantListing> {
  const known = await remote.parts(signal);
  const parts: ListedPart[] = [];
  const rows: ListedRow[] = [];
  for (const part of known) {
    const { path, kind } = part;
    if (part.problem !== undefined) {
      parts.push({ path, kind, rows: 0, problem: part.problem });
      continue;
    }
    try {
      const listing = await listPart(remote, part, signal);
      rows.push(...listing.rows);
      parts.push({ path, kind, rows: listing.rows.length, problem: listing.problem ?? null });
    } catch (error) {
      if (!(error instanceof RemoteError) || error.problem === 'credential_rejected') throw error;
      parts.push({ path, kind, rows: 0, problem: error.message });
    }
    if (rows.length > REMOTE_LIMITS.rowsMax) throw overLimit(REMOTE_LIMITS.rowsMax, 'rows');
  }
  const artefacts = remote.select(known, rows);
  if (artefacts.length > REMOTE_LIMITS.artefactsMax) throw overLimit(REMOTE_LIMITS.artefactsMax, what);
  return { parts, artefacts };
}

function overLimit(limit: number, what: string): RemoteError {
  return new RemoteError('over_limit', `The tenant has more than ${formatNumber(limit)} ${what}.`);
}
