/** Links of artefacts with folders of repositories: lists, decisions, and what they carry. */

import type { ScopedException } from '../../contract/exception.ts';
import type { LinkState } from '../../contract/lists/link-state.ts';
import { storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import type { Requester } from '../exceptions/decidable.ts';
import {
  type ListPage,
  type Paging,
  readListPosition,
  toListPage,
  UUID_FORM,
} from '../results/estate/paging.ts';

/** Pair of an artefact, or of all below a prefix of paths, with a folder of a repository. */
export interface LinkRecord {
  readonly id: string;
  readonly sourceId: string;
  readonly sourceName: string;
  /** Null: the link is for a prefix. */
  readonly artefactId: string | null;
  readonly artefactName: string | null;
  readonly prefix: string | null;
  readonly repository: string;
  /** Beginning of the paths of its files; '': the whole repository. */
  readonly folder: string;
  readonly state: LinkState;
  /** Reason of the proposal. */
  readonly because: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
}

/** Filters of links; null does not filter. */
export interface LinkFilters {
  readonly state: LinkState | null;
  readonly sourceId: string | null;
}

const POSITION = new RegExp(`^(?<id>${UUID_FORM})$`);

const selected = (sql: TenantTransaction) => sql`
  select link.id, link.source_id, source.name as source_name, link.artefact_id, artefact.name as artefact_name, link.prefix,
    link.repository, link.folder, link.state, link.because, link.decided_by_name, link.decided_at, link.created_at
  from source_links as link
  join sources as source on source.org_id = link.org_id and source.id = link.source_id
  left join source_artefacts as artefact on artefact.org_id = link.org_id and artefact.id = link.artefact_id
  where link.org_id = ${sql.orgId}`;

/** Lists one page of links. @throws AppError `invalid_cursor` */
export async function listLinks(
  sql: TenantTransaction,
  { state, sourceId }: LinkFilters,
  { cursor, pageSize }: Paging,
): Promise<ListPage<LinkRecord>> {
  const after = readListPosition(cursor, POSITION);
  const rows = await sql<LinkRecord[]>`
    ${selected(sql)}
      ${state === null ? sql`` : sql`and link.state = ${state}`}
      ${sourceId === null ? sql`` : sql`and link.source_id = ${sourceId}::uuid`}
      ${after === undefined ? sql`` : sql`and link.id > ${after.id!}::uuid`}
    order by link.id limit ${pageSize + 1}`;
  return toListPage(rows, pageSize, ({ id }) => [id]);
}

/**
 * Finds a link, and locks all links of its artefact or prefix. One of them at most is to be confirmed. Undefined: the organisation has no
 * link with this id.
 */
export async function lockLink(sql: TenantTransaction, id: string): Promise<LinkRecord | undefined> {
  await sql`
    select from source_links as link
    join source_links as wanted on wanted.org_id = link.org_id and wanted.source_id = link.source_id
      and wanted.artefact_id is not distinct from link.artefact_id and wanted.prefix is not distinct from link.prefix
    where link.org_id = ${sql.orgId} and wanted.id = ${id}::uuid
    order by link.id for update of link`;
  return findLink(sql, id);
}

/** Finds a link; undefined when the organisation has none with this id. */
export async function findLink(sql: TenantTransaction, id: string): Promise<LinkRecord | undefined> {
  const [row] = await sql<[LinkRecord?]>`${selected(sql)} and link.id = ${id}::uuid`;
  return row;
}

/** Returns the id of another confirmed link of the same artefact or prefix; undefined if there is none. */
export async function findConfirmed(
  sql: TenantTransaction,
  { id, sourceId, artefactId, prefix }: Pick<LinkRecord, 'id' | 'sourceId' | 'artefactId' | 'prefix'>,
): Promise<string | undefined> {
  const [row] = await sql<[{ id: string }?]>`
    select id from source_links
    where org_id = ${sql.orgId} and source_id = ${sourceId} and state = 'confirmed' and id <> ${id}
      and artefact_id is not distinct from ${artefactId}::uuid and prefix is not distinct from ${storableText(prefix)}::text
    limit 1`;
  return row?.id;
}

/** Counts the links of a source for prefixes. */
export async function countPrefixLinks(sql: TenantTransaction, sourceId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from source_links
    where org_id = ${sql.orgId} and source_id = ${sourceId} and prefix is not null`;
  return row.count;
}

/** Actor and time of a decision about a link. */
export interface LinkDecision {
  readonly byId: string;
  readonly byName: string;
  readonly at: Date;
}

/** Stores a decision. */
export async function decideLink(
  sql: TenantTransaction,
  id: string,
  state: LinkState,
  { byId, byName, at }: LinkDecision,
): Promise<void> {
  await sql`
    update source_links
    set state = ${state}, decided_by_id = ${storableText(byId)}, decided_by_name = ${storableText(byName)}, decided_at = ${at}
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Link to store as a proposal. */
export type NewLink = Pick<
  LinkRecord,
  'id' | 'sourceId' | 'artefactId' | 'prefix' | 'repository' | 'folder' | 'because'
>;

/** Stores a proposal. Returns false when there is a link of the same pair, also one that was rejected. */
export async function insertLink(sql: TenantTransaction, link: NewLink): Promise<boolean> {
  const result = await sql`
    insert into source_links (
      org_id, id, source_id, artefact_id, prefix, repository, folder, state, because, created_at
    ) values (
      ${sql.orgId}, ${link.id}, ${link.sourceId}, ${link.artefactId}, ${storableText(link.prefix)},
      ${storableText(link.repository)}, ${storableText(link.folder)}, 'proposed', ${storableText(link.because)}, now()
    ) on conflict do nothing`;
  return result.count === 1;
}

/** Returns whether the source has this artefact, or, without one, whether it is there. Locked against deletion. */
export async function holdLinkable(
  sql: TenantTransaction,
  { sourceId, artefactId }: Pick<NewLink, 'sourceId' | 'artefactId'>,
): Promise<boolean> {
  const rows =
    artefactId === null
      ? await sql`select from sources where org_id = ${sql.orgId} and id = ${sourceId}::uuid for key share`
      : await sql`
          select from source_artefacts
          where org_id = ${sql.orgId} and source_id = ${sourceId}::uuid and id = ${artefactId}::uuid for key share`;
  return rows.count === 1;
}

/** Exception of a repository, with its requester. */
export type CarriedException = Requester &
  Pick<ScopedException, 'fileName' | 'repository' | 'byBaseName'> & {
    readonly id: string;
    readonly ruleId: string;
  };

/** Lists the exceptions for files of a repository that are in force, or would be if they were approved. */
export async function listExceptionsOfRepository(
  sql: TenantTransaction,
  repository: string,
  now: Date,
): Promise<readonly CarriedException[]> {
  return sql<CarriedException[]>`
    select id, rule_id, file_name, repository, by_base_name, requested_by_kind, requested_by_id, requested_by_email
    from exceptions
    where org_id = ${sql.orgId} and repository = ${storableText(repository)} and decision in ('approved', 'pending')
      and expires_at > ${now}
    order by id`;
}
