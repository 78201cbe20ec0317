/** Takes what a command sends: the listing of a tenant, or the bytes of an artefact. */
import { buffer } from 'node:stream/consumers';
import { AppError } from '../../../errors.ts';
import { retainBlob } from '../../../infra/blobs/blob-rows.ts';
import type { Blob, BlobStore } from '../../../infra/blobs/blob-store.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import { REMOTE_LIMITS } from '../../../remotes/limits.ts';
import { looksLikeZip } from '../../../remotes/looks-like-zip.ts';
import { RemoteError } from '../../../remotes/remote-error.ts';
import { SELECT_ARTEFACTS } from '../../../remotes/select-artefacts.ts';
import { MIB } from '../../../units.ts';
import {
  countWaiting,
  countWanted,
  storeFetched,
  storeUnfetched,
  WAITING_MAX,
} from '../pulling/artefacts-store.ts';
import { advanceLater, listKnownParts, storeParts } from '../pulling/pulling-store.ts';
import { storeListing } from '../pulling/store-listing.ts';
import type { SourceRecord } from '../source.ts';
import { type HeldPush, noArtefact, type Push, whileHeld } from './pushes.ts';
import { findPushed, isSending, noteArtefact, noteListing, type OpenPush } from './pushes-store.ts';
import { readListing, type SentPart } from './read-listing.ts';

/** Largest listing. */
const LISTING_BYTES_MAX = 32 * MIB;

/** Sent bytes, and what they are. */
export interface PushedPart extends HeldPush {
  /** Null: they are the listing. */
  readonly artefactId: string | null;
}

/** Bytes on their way. */
export interface SentBytes {
  readonly content: AsyncIterable<Uint8Array>;
  /** Says what they are, once they have come. */
  readonly part: () => PushedPart;
}

/** Dependencies of the upload. */
export interface PushDeps {
  readonly sql: Sql;
  readonly blobs: BlobStore;
}

/**
 * Stores what was sent. A repetition changes nothing.
 * @param once runs the rest over the connections that it passes, unless the same was sent before; makes the answer
 * @throws AppError `not_found`, `state_conflict`, `queue_full`, `file_too_large`, `invalid_field`
 */
export async function sendPushed<Answer>(
  { sql, blobs }: PushDeps,
  { orgId, keyId }: Pick<HeldPush, 'orgId' | 'keyId'>,
  { content, part }: SentBytes,
  once: (input: object, store: (storeSql: Sql) => Promise<Push>) => Promise<Answer>,
): Promise<Answer> {
  // Checked again when it is stored; here it saves room for what would be rejected.
  await requireOpenPush(sql, orgId, keyId);
  const blob = await blobs.put(orgId, content, REMOTE_LIMITS.packageBytesMax);
  let isRetained = false;
  try {
    const sent = part();
    return await once({ ...sent, sha256: blob.sha256 }, async (storeSql) => {
      if (sent.artefactId === null) {
        const parts = await listingIn(blobs, orgId, blob);
        return whileHeld(storeSql, sent, (inner, pull, source) => takeListing(inner, pull, source, parts));
      }
      const isArchive = await isZip(blobs, orgId, blob);
      const { artefactId } = sent;
      return whileHeld(storeSql, sent, async (inner, pull) => {
        isRetained = await takeArtefact(inner, pull, artefactId, isArchive ? blob : null);
      });
    });
  } finally {
    // The sweep takes what cannot be deleted now; the caller learns of the first failure. What is retained stays.
    if (!isRetained) await blobs.delete(orgId, blob.id).catch(() => {});
  }
}

async function requireOpenPush(sql: Sql, orgId: string, keyId: string | null): Promise<void> {
  if (keyId !== null && (await withOrganisation(sql, orgId, (inner) => isSending(inner, keyId)))) return;
  throw new AppError('state_conflict', 'The API key has begun no pull that waits for files.');
}

async function listingIn(blobs: BlobStore, orgId: string, { id, bytes }: Blob) {
  if (bytes <= LISTING_BYTES_MAX) return readListing(blobs.get(orgId, id));
  throw new AppError('file_too_large', 'The listing has more than 32 MiB.', {
    field: 'file',
    limitBytes: String(LISTING_BYTES_MAX),
  });
}

async function takeListing(
  sql: TenantTransaction,
  { id, sourceId, state }: OpenPush,
  { environments, settings }: SourceRecord,
  parts: readonly SentPart[],
): Promise<void> {
  // The answer to the first one was lost.
  if (state !== 'listing') return;
  const pull = { orgId: sql.orgId, sourceId, id };
  const before = await listKnownParts(sql, pull);
  await storeParts(sql, pull, parts);
  const select = SELECT_ARTEFACTS[settings.platform!];
  const known = parts.map((part) => ({ ...part, problem: part.problem ?? undefined }));
  const { problems } = await storeListing(sql, pull, { select, parts: known, before, environments }).catch(
    (error: unknown) => {
      if (error instanceof RemoteError) throw new AppError('invalid_field', error.message, { field: 'file' });
      throw error;
    },
  );
  const counts = { partsKnown: parts.length, partsListed: parts.length, fetched: 0 };
  await noteListing(sql, id, { ...counts, toFetch: await countWanted(sql, pull) }, problems);
}

/** Hands an archive over; null: the bytes are none. Returns whether it is retained. */
async function takeArtefact(
  sql: TenantTransaction,
  { id, sourceId, state }: OpenPush,
  artefactId: string,
  blob: Blob | null,
): Promise<boolean> {
  const pull = { orgId: sql.orgId, sourceId, id };
  const artefact = isUuid(artefactId) ? await findPushed(sql, pull, artefactId) : undefined;
  if (artefact === undefined) throw noArtefact(artefactId);
  if (state !== 'fetching' || !artefact.isWanted) return false;
  if (blob === null) {
    const problem = `${JSON.stringify(`${artefact.name} ${artefact.version}`)} is no archive, or a damaged one.`;
    await storeUnfetched(sql, pull, artefact, { reason: 'unreadable', problem, isLasting: true });
    await noteArtefact(sql, id, problem);
    return false;
  }
  if ((await countWaiting(sql, pull)) >= WAITING_MAX)
    throw new AppError('queue_full', `${WAITING_MAX} archives of the source wait already.`, {
      retryAfterSeconds: '2',
    });
  if (!(await retainBlob(sql, blob.id))) throw new Error('The archive was swept away');
  await storeFetched(sql, pull, artefact, blob);
  await noteArtefact(sql, id, null);
  await advanceLater(sql, pull);
  return true;
}

function isZip(blobs: BlobStore, orgId: string, { id, bytes }: Blob): Promise<boolean> {
  return looksLikeZip(bytes, (start, end) => buffer(blobs.get(orgId, id, { start, end })));
}
