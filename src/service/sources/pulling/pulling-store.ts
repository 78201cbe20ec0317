/** Rows of a pull, as the process that pulls reads and writes them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withoutNulls } from '../../../contract/complete.ts';
import { storableJson } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { ListedRow, RemotePart } from '../../../remotes/remote.ts';
import { PULL_PROBLEMS_MAX, type PullCounts, type PullState, type PullVerdict } from '../pull.ts';
import type { PartEnvironment, SourceAddress, SourceKind } from '../source.ts';
import { type ClaimedPull, type HeldPull, renewClaim } from './pull-claims-store.ts';
import { ROWS_AT_ONCE } from './select-in-turns.ts';

/** Source as a pull needs it. */
export interface PulledSource {
  readonly kind: SourceKind;
  readonly settings: SourceAddress;
  readonly environments: readonly PartEnvironment[];
}

/** Sealed credential. */
export interface SealedCredential {
  readonly state: 'current' | 'next';
  readonly sealed: Buffer;
}

/** Part with its last complete listing. */
export interface KnownPart {
  readonly key: string;
  readonly path: string;
  readonly state: 'ok' | 'no_access' | 'failed';
  /** Rows of the last complete listing; null: there never was one. */
  readonly listing: readonly ListedRow[] | null;
  /** Round that looked at it last. */
  readonly pullId: string | null;
}

/** Row of a listing as JSON has it. */
type StoredRow = Omit<ListedRow, 'runsIn'> & { readonly runsIn: string | null };

/** Key of the rows of a pull. */
export type PullKey = Pick<ClaimedPull, 'orgId' | 'id' | 'sourceId'>;

/** Finds the source of a pull. */
export async function findPulledSource(
  sql: Transaction,
  { orgId, sourceId }: PullKey,
): Promise<PulledSource | undefined> {
  const [row] = await sql<[PulledSource?]>`
    select kind, settings, environments from sources where org_id = ${orgId} and id = ${sourceId}`;
  return row;
}

/** Lists the credentials, the one that takes over first. */
export async function listSealed(
  sql: Transaction,
  { orgId, sourceId }: PullKey,
): Promise<readonly SealedCredential[]> {
  return sql<SealedCredential[]>`
    select state, sealed from source_credentials
    where org_id = ${orgId} and source_id = ${sourceId} order by state desc`;
}

/** Lets the credential that has worked take the place of the one before, unless another has been given meanwhile. */
export async function promoteCredential(
  sql: Transaction,
  { orgId, sourceId }: PullKey,
  sealed: Uint8Array,
): Promise<void> {
  const [next] = await sql<[{ isSame: boolean }?]>`
    select sealed = ${Buffer.from(sealed)} as is_same from source_credentials
    where org_id = ${orgId} and source_id = ${sourceId} and state = 'next'`;
  if (next?.isSame !== true) return;
  await sql`
    delete from source_credentials where org_id = ${orgId} and source_id = ${sourceId} and state = 'current'`;
  await sql`
    update source_credentials set state = 'current'
    where org_id = ${orgId} and source_id = ${sourceId} and state = 'next'`;
}

/** Lists the parts that are known. */
export async function listKnownParts(
  sql: Transaction,
  { orgId, sourceId }: PullKey,
): Promise<readonly KnownPart[]> {
  const parts = await sql<(Omit<KnownPart, 'listing'> & { isListed: boolean })[]>`
    select key, path, state, pull_id, listing is not null as is_listed from source_parts
    where org_id = ${orgId} and source_id = ${sourceId} order by key collate "C"`;
  // Row by row: a listing as one value would be parsed at once.
  const rows = await sql<{ key: string; row: StoredRow }[]>`
    select key, listed.row from source_parts cross join lateral jsonb_array_elements(listing) with ordinality as listed (row, at)
    where org_id = ${orgId} and source_id = ${sourceId} order by key collate "C", at`;
  const listings = new Map<string, ListedRow[]>();
  for (const [at, { key, row }] of rows.entries()) {
    const listing = listings.get(key);
    if (listing === undefined) listings.set(key, [withoutNulls(row)]);
    else listing.push(withoutNulls(row));
    if (at % ROWS_AT_ONCE === 0) await nextTurn();
  }
  return parts.map(({ isListed, ...part }) => ({
    ...part,
    listing: isListed ? (listings.get(part.key) ?? []) : null,
  }));
}

/** Part with what came of it. */
export interface FoundPart extends Pick<RemotePart, 'key' | 'path' | 'kind' | 'place'> {
  readonly state: KnownPart['state'];
  readonly problem: string | null;
  /** Null: the listing is not complete. */
  readonly listing: readonly ListedRow[] | null;
}

/** Stores what came of parts. A listing that is not complete leaves the last complete one. */
export async function storeParts(
  sql: Transaction,
  { orgId, sourceId, id }: PullKey,
  parts: readonly FoundPart[],
): Promise<void> {
  const texts: string[] = [];
  for (const part of parts) texts.push(await jsonOf(part));
  await sql`
    insert into source_parts as known (org_id, source_id, key, path, kind, state, problem, artefacts, listed_at, address, listing, pull_id)
    select ${orgId}::uuid, ${sourceId}::uuid, key, path, kind, state, problem, jsonb_array_length(listing),
      case when listing is not null then now() end, address, listing, ${id}::uuid
    from json_to_recordset(${`[${texts.join(',')}]`}::text::json)
      as row (key text, path text, kind text, state text, problem text, address jsonb, listing jsonb)
    on conflict (org_id, source_id, key) do update set
      path = excluded.path, kind = excluded.kind, state = excluded.state, problem = excluded.problem,
      artefacts = coalesce(excluded.artefacts, known.artefacts), listed_at = coalesce(excluded.listed_at, known.listed_at),
      address = excluded.address, listing = coalesce(excluded.listing, known.listing), pull_id = excluded.pull_id`;
}

/** Writes a part as JSON, some rows at a time. */
async function jsonOf({ key, path, kind, state, problem, place, listing }: FoundPart): Promise<string> {
  const head = storableJson({ key, path, kind, state, problem, address: place }).slice(0, -1);
  if (listing === null) return `${head}}`;
  const texts: string[] = [];
  for (let at = 0; at < listing.length; at += ROWS_AT_ONCE) {
    if (at > 0) await nextTurn();
    const rows = listing.slice(at, at + ROWS_AT_ONCE);
    const stored = rows.map((row): StoredRow => ({ ...row, runsIn: row.runsIn ?? null }));
    texts.push(storableJson(stored).slice(1, -1));
  }
  return `${head},"listing":[${texts.join(',')}]}`;
}

/** Deletes parts that never were listed and are no longer there: they say nothing. */
export async function deleteEmptyParts(sql: Transaction, { orgId, sourceId, id }: PullKey): Promise<void> {
  await sql`
    delete from source_parts
    where org_id = ${orgId} and source_id = ${sourceId} and listed_at is null and pull_id is distinct from ${id}`;
}

/** Writes the progress of a pull that this process holds. @throws ClaimLost */
export async function storeProgress(
  sql: Transaction,
  pull: HeldPull,
  progress: { readonly state: PullState; readonly counts: PullCounts; readonly problems: readonly string[] },
): Promise<void> {
  await renewClaim(sql, pull);
  await sql`
    update source_pulls set state = ${progress.state}, counts = ${storableJson(progress.counts)}::text::jsonb,
      problems = ${storableJson(progress.problems.slice(0, PULL_PROBLEMS_MAX))}::text::jsonb, progress_at = now()
    where org_id = ${pull.orgId} and id = ${pull.id}`;
}

/** Ends a pull that has nothing to be judged. */
export async function endPull(sql: Transaction, { orgId, id }: PullKey, outcome: PullVerdict): Promise<void> {
  await sql`
    update source_pulls set state = 'ended', outcome = ${outcome}, ended_at = now(), progress_at = now(),
      leased_until = null, holder = null
    where org_id = ${orgId} and id = ${id} and state <> 'ended'`;
}

/** Has the jobs carry the pull on. */
export async function advanceLater(sql: Transaction, { orgId, id }: PullKey): Promise<void> {
  await sql`select advance_pull(${orgId}::uuid, ${id}::uuid)`;
}
