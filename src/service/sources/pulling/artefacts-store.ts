/** Artefacts of a source, as the process that pulls writes them. */
import { storableArray, storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import type { Reason } from '../../../remotes/coverage.ts';
import type { RemoteArtefact, RemotePlace } from '../../../remotes/remote.ts';
import type { PullKey } from './pulling-store.ts';

/** Artefact with the environment whose policy judges it; '': that of the organisation. */
export interface PlacedArtefact extends RemoteArtefact {
  readonly environment: string;
}

/** Folders of an artefact that are stored. */
const RUNNING_MAX = 20;
/** Artefacts that one statement writes. */
const BATCH = 1_000;

/** Stores what was listed. One with another marker, or whose marker has no lasting result, has to be fetched. */
export async function storeListed(
  sql: Transaction,
  { orgId, sourceId }: PullKey,
  artefacts: readonly PlacedArtefact[],
): Promise<void> {
  for (let at = 0; at < artefacts.length; at += BATCH) {
    const rows = artefacts.slice(at, at + BATCH).map((artefact) => ({
      id: uuidV7(),
      place: artefact.environment,
      key: artefact.key,
      name: artefact.name,
      path: artefact.group,
      kind: artefact.kind,
      marker: artefact.marker,
      version: artefact.version,
      address: artefact.place,
      running: artefact.runs.slice(0, RUNNING_MAX),
      reason: artefact.reason ?? null,
    }));
    await sql`
      insert into source_artefacts as known (
        org_id, id, source_id, place, key, name, path, kind, marker, version, address, running, presence, reason, first_seen, last_seen
      )
      select ${orgId}::uuid, id, ${sourceId}::uuid, place, key, name, path, kind, marker, version, address, running, 'present',
        coalesce(reason, 'not_yet'), now(), now()
      from json_to_recordset(${storableJson(rows)}::text::json)
        as row (id uuid, place text, key text, name text, path text, kind text, marker text, version text, address jsonb, running jsonb, reason text)
      on conflict (org_id, source_id, place, key) do update set
        name = excluded.name, path = excluded.path, marker = excluded.marker, version = excluded.version, address = excluded.address,
        running = excluded.running, presence = 'present', last_seen = excluded.last_seen,
        judged_marker = case when known.reason = 'not_running' then null else known.judged_marker end,
        problem = case when known.judged_marker = excluded.marker and excluded.reason = 'not_yet' then known.problem end,
        reason = case
          when excluded.reason <> 'not_yet' then excluded.reason
          when known.judged_marker = excluded.marker and known.reason is distinct from 'not_running' then known.reason
          else 'not_yet' end`;
  }
}

/**
 * Notes what was not listed: of parts that cannot be read now it is without access, of others missing, and after two complete
 * listings gone. One that stands under another environment now is gone at once.
 * @param seen the present ones
 * @param known keys in the last complete listings of parts that could not be listed now: `forbidden` ones may not be read,
 * of `unread` ones nothing new is known; `isWhole`: there are no
 * such parts
 */
export async function storeAbsent(
  sql: Transaction,
  { orgId, sourceId }: PullKey,
  seen: readonly Pick<PlacedArtefact, 'environment' | 'key'>[],
  known: {
    readonly forbidden: readonly string[];
    readonly unread: readonly string[];
    readonly isWhole: boolean;
  },
): Promise<void> {
  const present = seen.map(({ environment, key }) => ({ place: environment, key }));
  await sql`
    with present as materialized (
      select place, key from json_to_recordset(${storableJson(present)}::text::json) as row (place text, key text)
    )
    update source_artefacts as known set presence = case
      when exists (select from present where present.key = known.key) then 'gone'
      when known.key = any(${storableArray(known.forbidden)}::text[]) then 'no_access'
      when known.key = any(${storableArray(known.unread)}::text[]) then known.presence
      when known.presence = 'missing' and ${known.isWhole} then 'gone'
      else 'missing' end
    where org_id = ${orgId} and source_id = ${sourceId} and presence <> 'gone'
      and not exists (select from present where present.place = known.place and present.key = known.key)`;
}

/** Artefact that is to be fetched. */
export interface WantedArtefact {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly marker: string;
  readonly version: string;
  readonly address: RemotePlace;
}

/** Counts what this pull still has to fetch. */
export async function countWanted(sql: Transaction, pull: PullKey): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from source_artefacts where ${wanted(sql, pull)}`;
  return row.count;
}

/** Lists some of what this pull still has to fetch. */
export async function listWanted(
  sql: Transaction,
  pull: PullKey,
  rowsMax: number,
): Promise<readonly WantedArtefact[]> {
  return sql<WantedArtefact[]>`
    select id, key, name, marker, version, address from source_artefacts
    where ${wanted(sql, pull)} order by id limit ${rowsMax}`;
}

/** Writes the condition of artefacts that a pull still has to fetch. */
export function wanted(sql: Transaction, { orgId, sourceId, id }: PullKey) {
  return sql`
    org_id = ${orgId} and source_id = ${sourceId} and presence = 'present' and reason = 'not_yet'
    and pull_id is distinct from ${id} and blob_id is null`;
}

/** Archives of a source that may wait to be submitted. */
export const WAITING_MAX = 20;

/** Counts the archives of a source that wait to be submitted. */
export async function countWaiting(sql: Transaction, { orgId, sourceId }: PullKey): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from source_artefacts
    where org_id = ${orgId} and source_id = ${sourceId} and blob_id is not null`;
  return row.count;
}

/** Hands a fetched archive over. Returns false when the artefact is gone or has one already. */
export async function storeFetched(
  sql: Transaction,
  { orgId, id: pullId }: PullKey,
  { id, marker }: WantedArtefact,
  blob: { readonly id: string; readonly bytes: number; readonly sha256: string },
): Promise<boolean> {
  const result = await sql`
    update source_artefacts set blob_id = ${blob.id}, blob_bytes = ${blob.bytes}, blob_sha256 = decode(${blob.sha256}, 'hex'),
      fetched_marker = ${marker}, pull_id = ${pullId}
    where org_id = ${orgId} and id = ${id} and blob_id is null`;
  return result.count === 1;
}

/** Notes why an artefact was not fetched. A lasting reason holds until its marker changes. */
export async function storeUnfetched(
  sql: Transaction,
  { orgId, id: pullId }: PullKey,
  { id, marker }: WantedArtefact,
  {
    reason,
    problem,
    isLasting,
  }: { readonly reason: Reason; readonly problem: string; readonly isLasting: boolean },
): Promise<void> {
  await sql`
    update source_artefacts set reason = ${reason}, problem = ${storableText(problem)}, pull_id = ${pullId},
      judged_marker = case when ${isLasting} then ${marker} else judged_marker end
    where org_id = ${orgId} and id = ${id}`;
}
