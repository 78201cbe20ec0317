/** The runs of a change, and the findings that they bring or resolve. */
import type { Severity } from '../../analysis/model/rule.ts';
import { storableArray } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { type ListPage, type Paging, readListPosition, toListPage } from '../results/estate/paging.ts';
import { listChangedEntries } from '../results/feed/feed-changes-store.ts';
import type { FeedEntry, FeedKind } from '../results/feed/feed-entry.ts';

const PLACE = /^(?<place>\d{1,9})$/;

/**
 * Lists a page of the runs of a change: those that count, blocked ones first, or those that do not. A change has few enough
 * to be sorted as a whole.
 * @throws AppError `invalid_cursor`
 */
export async function listChangeRuns(
  sql: TenantTransaction,
  changeId: string,
  { replaced, paging }: { readonly replaced: boolean; readonly paging: Paging },
): Promise<ListPage<FeedEntry>> {
  const first = placeOf(paging);
  const rows = await sql<{ kind: FeedKind; id: string }[]>`
    select member.kind, member.run_id as id
    from change_runs as member
    left join validations as file on member.kind = 'file' and file.org_id = member.org_id and file.id = member.run_id
    left join projects as project on member.kind = 'project' and project.org_id = member.org_id and project.id = member.run_id
    where member.org_id = ${sql.orgId} and member.change_id = ${changeId} and member.is_newest <> ${replaced}
      and (file.id is not null or project.id is not null)
    order by ${replaced ? sql`` : sql`(member.blocked_count > 0) desc, (member.failed_count > 0) desc, (member.would_block_count > 0) desc,`}
      coalesce(file.filename, project.filename), member.run_id desc
    offset ${first} limit ${paging.pageSize + 1}`;
  const page = toListPage(rows, paging.pageSize, () => [first + paging.pageSize]);
  const idsOf = (kind: FeedKind) => page.items.filter((row) => row.kind === kind).map(({ id }) => id);
  const [files, projects] = await Promise.all([
    listChangedEntries(sql, 'file', idsOf('file')),
    listChangedEntries(sql, 'project', idsOf('project')),
  ]);
  const entries = new Map([...files, ...projects].map((entry) => [entry.id, entry]));
  return { ...page, items: page.items.flatMap(({ id }) => entries.get(id) ?? []) };
}

/** A finding that a change brings or resolves. */
export interface ChangeFinding {
  readonly status: 'new' | 'resolved';
  readonly findingId: string | null;
  readonly ruleId: string;
  readonly severity: Severity;
  readonly location: string;
  readonly fileName: string;
  readonly runKind: FeedKind;
  readonly runId: string;
}

/** Lists a page of the findings that a change brings or resolves: new ones first, then by severity and file. @throws AppError `invalid_cursor` */
export async function listChangeFindings(
  sql: TenantTransaction,
  changeId: string,
  { statuses, paging }: { readonly statuses: readonly ChangeFinding['status'][]; readonly paging: Paging },
): Promise<ListPage<ChangeFinding>> {
  const first = placeOf(paging);
  const rows = await sql<ChangeFinding[]>`
    select move ->> 'status' as status, move ->> 'findingId' as finding_id, move ->> 'ruleId' as rule_id,
      coalesce(move ->> 'currentSeverity', move ->> 'previousSeverity') as severity, coalesce(move ->> 'location', '') as location,
      coalesce(move ->> 'fileName', file.filename, project.filename, '') as file_name, member.kind as run_kind, member.run_id
    from change_runs as member
    cross join lateral jsonb_array_elements(member.moves) with ordinality as moves (move, place)
    left join validations as file on member.kind = 'file' and file.org_id = member.org_id and file.id = member.run_id
    left join projects as project on member.kind = 'project' and project.org_id = member.org_id and project.id = member.run_id
    where member.org_id = ${sql.orgId} and member.change_id = ${changeId} and member.is_newest
      and move ->> 'status' = any(${storableArray(statuses)}::text[])
    order by move ->> 'status', severity_rank(coalesce(move ->> 'currentSeverity', move ->> 'previousSeverity')) desc,
      file_name, member.run_id, place
    offset ${first} limit ${paging.pageSize + 1}`;
  return toListPage(rows, paging.pageSize, () => [first + paging.pageSize]);
}

function placeOf({ cursor }: Paging): number {
  return Number(readListPosition(cursor, PLACE)?.place ?? 0);
}
