/** Store of pulls, of parts and of artefacts, as callers read them. */
import { AppError } from '../../errors.ts';
import { storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid, uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { Reason } from '../../remotes/coverage.ts';
import { shownReason } from './coverage-store.ts';
import type { SourcePull } from './pull.ts';
import type { ArtefactFilter } from './source-filters.ts';

/** SourcePage of a list. */
export interface SourcePage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Part of a source. */
export interface PartRecord {
  readonly key: string;
  readonly path: string;
  readonly kind: string;
  readonly state: 'ok' | 'no_access' | 'failed';
  readonly problem: string | null;
  readonly artefacts: number | null;
  readonly listedAt: Date | null;
}

/** Artefact of a source, in one environment. */
export interface ArtefactRecord {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly place: string;
  readonly running: readonly { readonly part: string; readonly version: string }[];
  readonly presence: 'present' | 'missing' | 'gone' | 'no_access';
  readonly reason: Reason | null;
  readonly problem: string | null;
  readonly projectId: string | null;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** Inserts a pull that waits. Returns false when one of the source runs. */
export async function insertPull(
  sql: TenantTransaction,
  { sourceId, isProbe, startedByName }: Pick<SourcePull, 'sourceId' | 'isProbe' | 'startedByName'>,
  at: Date,
): Promise<string | undefined> {
  const [row] = await sql<[{ id: string }?]>`
    insert into source_pulls (org_id, id, source_id, is_probe, state, started_by_name, due_at, created_at, progress_at)
    values (${sql.orgId}, ${uuidV7(at)}, ${sourceId}, ${isProbe}, 'waiting', ${storableText(startedByName)}, ${at}, ${at}, ${at})
    on conflict do nothing returning id`;
  return row?.id;
}

/** Counts the pulls of a source since then: pulls or tests. */
export async function countPullsSince(
  sql: TenantTransaction,
  { sourceId, isProbe }: Pick<SourcePull, 'sourceId' | 'isProbe'>,
  since: Date,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from source_pulls
    where org_id = ${sql.orgId} and source_id = ${sourceId} and is_probe = ${isProbe} and created_at > ${since}`;
  return row.count;
}

/** Finds a pull; undefined: there is none. */
export async function findPull(
  sql: TenantTransaction,
  sourceId: string,
  id: string,
): Promise<SourcePull | undefined> {
  const [row] = await sql<[SourcePull?]>`
    select ${columns(sql)} from source_pulls as pull
    where org_id = ${sql.orgId} and source_id = ${sourceId} and id = ${id}`;
  return row;
}

/** Returns the ids of pulls that run, by their source. */
export async function listRunningPulls(sql: TenantTransaction): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ sourceId: string; id: string }[]>`
    select source_id, id from source_pulls where org_id = ${sql.orgId} and state <> 'ended'`;
  return new Map(rows.map(({ sourceId, id }) => [sourceId, id]));
}

/** One page of the pulls of a source, newest first. @throws AppError `invalid_cursor` */
export async function listPulls(
  sql: TenantTransaction,
  sourceId: string,
  cursor: string | null,
  pageSize: number,
): Promise<SourcePage<SourcePull>> {
  const rows = await sql<SourcePull[]>`
    select ${columns(sql)} from source_pulls as pull
    where org_id = ${sql.orgId} and source_id = ${sourceId} ${cursor === null ? sql`` : sql`and id < ${idOf(cursor)}`}
    order by id desc limit ${pageSize + 1}`;
  return pageOf(rows, pageSize, ({ id }) => id);
}

/** One page of the parts of a source. @throws AppError `invalid_cursor` */
export async function listParts(
  sql: TenantTransaction,
  sourceId: string,
  cursor: string | null,
  pageSize: number,
): Promise<SourcePage<PartRecord>> {
  const after = cursor === null ? '' : Buffer.from(cursor, 'base64url').toString('utf8');
  const rows = await sql<PartRecord[]>`
    select key, path, kind, state, problem, artefacts, listed_at from source_parts
    where org_id = ${sql.orgId} and source_id = ${sourceId} and key collate "C" > ${storableText(after)} collate "C"
    order by key collate "C" limit ${pageSize + 1}`;
  return pageOf(rows, pageSize, ({ key }) => Buffer.from(key).toString('base64url'));
}

/** One page of the artefacts of a source. @param reason `judged`: those with a result; null: all. @throws AppError `invalid_cursor` */
export async function listKnownArtefacts(
  sql: TenantTransaction,
  sourceId: string,
  { reason, cursor }: { readonly reason: ArtefactFilter | null; readonly cursor: string | null },
  pageSize: number,
): Promise<SourcePage<ArtefactRecord>> {
  const wanted =
    reason === null
      ? sql``
      : reason === 'judged'
        ? sql`and ${shownReason(sql)} is null`
        : sql`and ${shownReason(sql)} = ${reason}`;
  const rows = await sql<ArtefactRecord[]>`
    select id, name, version, path, place, running, presence, ${shownReason(sql)} as reason, problem,
      (select id from projects where projects.org_id = artefact.org_id and projects.id = artefact.project_id) as project_id,
      first_seen, last_seen
    from source_artefacts as artefact
    where org_id = ${sql.orgId} and source_id = ${sourceId} ${wanted} ${cursor === null ? sql`` : sql`and id > ${idOf(cursor)}`}
    order by id limit ${pageSize + 1}`;
  return pageOf(rows, pageSize, ({ id }) => id);
}

function columns(sql: TenantTransaction) {
  return sql`
    org_id, id, source_id, is_probe, state, outcome, counts, problems, started_by_name, created_at, ended_at,
    (select count(*)::int from projects where projects.org_id = pull.org_id and projects.pull_id = pull.id
      and status in ('completed', 'failed')) as judged`;
}

function idOf(cursor: string): string {
  if (isUuid(cursor)) return cursor;
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}

function pageOf<Item>(
  rows: readonly Item[],
  pageSize: number,
  cursorOf: (item: Item) => string,
): SourcePage<Item> {
  const items = rows.slice(0, pageSize);
  return { items, nextCursor: rows.length > pageSize ? cursorOf(items.at(-1)!) : null };
}
