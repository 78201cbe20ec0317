/** Changes, which a trigger of their runs keeps up to date. */

import type { ChangeStatus } from '../../contract/change.ts';
import { branchSpellings } from '../../contract/ci-context.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../infra/database/transaction.ts';
import { WHOLE_PIPELINE } from '../results/bodies/small-row.ts';
import type { ListPage, Paging } from '../results/estate/paging.ts';
import { readListPosition, toListPage, UUID_FORM } from '../results/estate/paging.ts';
import type { ChangeRecord } from './change.ts';

/** Changes that one page looks through. */
export const CHANGES_SCANNED_MAX = 10_000;

/** Filters of the list; an absent member does not filter. */
export interface ChangeFilters {
  readonly repository?: string;
  readonly branch?: string;
  /** Beginning of the commit. */
  readonly commit?: string;
  readonly environment?: string;
  readonly source?: string;
  readonly label?: string;
  readonly status?: ChangeStatus;
  readonly passed?: boolean;
  readonly wouldBlock?: boolean;
  readonly runId?: string;
  /** Inclusive. */
  readonly activeAfter?: Date;
  /** Exclusive. */
  readonly activeBefore?: Date;
}

const POSITION = new RegExp(`^(?<micros>\\d{1,16})/(?<id>${UUID_FORM})$`);

type Keyed = ChangeRecord & { readonly micros: number };

/**
 * Reads one page, newest first. The index of the organisation, or that of the repository, chooses the changes; other filters
 * are held against at most `CHANGES_SCANNED_MAX` of them, and the next page continues behind these.
 * @throws AppError `invalid_cursor`
 */
export async function listChanges(
  sql: TenantTransaction,
  filters: ChangeFilters,
  { cursor, pageSize }: Paging,
): Promise<ListPage<ChangeRecord>> {
  const after = readListPosition(cursor, POSITION);
  const conditions = conditionsOf(sql, filters);
  const scanned = (columns: Fragment) => sql`
    select ${columns} from changes as change
    where change.org_id = ${sql.orgId} ${rangeOf(sql, filters)}
      ${after === undefined ? sql`` : sql`and (change.active_at, change.id) < (${momentOf(sql, Number(after.micros))}, ${after.id!}::uuid)`}
    order by change.active_at desc, change.id desc`;
  const order = sql`order by change.active_at desc, change.id desc`;
  const rows = await sql<Keyed[]>`
    select ${columns(sql)}, ${microsOf(sql)} as micros
    from (${scanned(sql`*`)} limit ${conditions.length === 0 ? pageSize + 1 : CHANGES_SCANNED_MAX}) as change
    where true ${conditions.reduce<Fragment>((before, condition) => sql`${before} and ${condition}`, sql``)}
    ${order} limit ${pageSize + 1}`;
  const position = ({ micros, id }: Pick<Keyed, 'micros' | 'id'>) => [micros, id];
  if (conditions.length === 0 || rows.length > pageSize) return toListPage(rows, pageSize, position);
  const [last] = await sql<[Pick<Keyed, 'micros' | 'id'>?]>`
    select change.id, ${microsOf(sql)} as micros
    from (${scanned(sql`*`)} offset ${CHANGES_SCANNED_MAX - 1} limit 1) as change`;
  const end = last === undefined ? null : Buffer.from(position(last).join('/')).toString('base64url');
  return { items: rows, nextCursor: end };
}

/** Finds a change; undefined when the organisation has none with this id. */
export async function findChange(sql: TenantTransaction, id: string): Promise<ChangeRecord | undefined> {
  const [row] = await sql<[ChangeRecord?]>`
    select ${columns(sql)} from changes as change where change.org_id = ${sql.orgId} and change.id = ${id}`;
  return row;
}

/** Finds the change of the same branch that began before another one; undefined when there is none among the newest. */
export async function findPreviousChange(
  sql: TenantTransaction,
  { id, repository, branch, begunAt }: ChangeRecord,
): Promise<string | undefined> {
  if (repository === null || branch === null) return undefined;
  const [row] = await sql<[{ id: string }?]>`
    select change.id from (
      select * from changes as change
      where change.org_id = ${sql.orgId} and change.repository = ${storableText(repository)}
        and change.active_at <= ${begunAt}
      order by change.active_at desc, change.id desc limit ${CHANGES_SCANNED_MAX}
    ) as change
    where change.branch = any(${storableArray(branchSpellings(branch))}::text[]) and change.id <> ${id}
      and change.begun_at <= ${begunAt}
    order by change.active_at desc, change.id desc limit 1`;
  return row?.id;
}

/** Writes the conditions of the index, each behind an `and`. */
function rangeOf(
  sql: TenantTransaction,
  { repository, runId, activeAfter, activeBefore }: ChangeFilters,
): Fragment {
  const ofRun = sql`(select change_id from change_runs where org_id = ${sql.orgId} and run_id = ${runId ?? null})`;
  return sql`
    ${runId === undefined ? sql`` : sql`and change.id = ${ofRun}`}
    ${repository === undefined ? sql`` : sql`and change.repository = ${storableText(repository)}`}
    ${activeAfter === undefined ? sql`` : sql`and change.active_at >= ${activeAfter}`}
    ${activeBefore === undefined ? sql`` : sql`and change.active_at < ${activeBefore}`}`;
}

function conditionsOf(sql: TenantTransaction, filters: ChangeFilters): readonly Fragment[] {
  const { branch, commit, environment, source, label, status, passed, wouldBlock } = filters;
  const decided = sql`(change.open_count = 0 and change.counted_runs > 0)`;
  const bad = sql`(change.blocked_count + change.failed_count > 0)`;
  const statuses = {
    running: sql`change.open_count > 0`,
    completed: decided,
    canceled: sql`(change.open_count = 0 and change.counted_runs = 0)`,
  } as const satisfies Record<ChangeStatus, Fragment>;
  return [
    ...(branch === undefined
      ? []
      : [sql`change.branch = any(${storableArray(branchSpellings(branch))}::text[])`]),
    ...(commit === undefined ? [] : [sql`starts_with(change.commit_hash, lower(${storableText(commit)}))`]),
    ...(environment === undefined ? [] : [sql`change.environment = ${storableText(environment)}`]),
    ...(source === undefined ? [] : [sql`change.source = ${storableText(source)}`]),
    ...(label === undefined ? [] : [sql`change.label = ${storableText(label)}`]),
    ...(status === undefined ? [] : [statuses[status]]),
    ...(passed === undefined ? [] : [passed ? sql`(${decided} and not ${bad})` : bad]),
    ...(wouldBlock === undefined
      ? []
      : [wouldBlock ? sql`change.would_block_count > 0` : sql`change.would_block_count = 0`]),
  ];
}

function columns(sql: TenantTransaction): Fragment {
  return sql`
    change.id, change.kind, change.repository, change.commit_hash as commit, change.newest_run_id as run_id,
    change.newest_kind as run_kind, change.filename, change.branch, ${sql.unsafe(WHOLE_PIPELINE)} as pipeline,
    change.source, change.label, change.environment, change.owner_name, change.begun_at, change.active_at, change.ended_at,
    change.run_count, change.counted_runs, change.file_count, change.open_count, change.failed_count, change.blocked_count,
    change.would_block_count, change.new_count, change.resolved_count, jsonb_build_object(
      'critical', change.critical_count, 'high', change.high_count, 'medium', change.medium_count, 'low', change.low_count,
      'total', change.critical_count + change.high_count + change.medium_count + change.low_count
    ) as summary`;
}

/** Microseconds of the column `active_at`; they fit a double. */
function microsOf(sql: TenantTransaction): Fragment {
  return sql`(extract(epoch from change.active_at) * 1000000)::float8`;
}

function momentOf(sql: TenantTransaction, micros: number): Fragment {
  return sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`;
}
