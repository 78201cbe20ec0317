/** Sums over the files of a project: facts, totals, and differences from the previous run. */
import type { DiffChange, DiffStatus } from '../../../analysis/model/diff.ts';
import { countTally, type Tally } from '../../../analysis/model/measures/tally.ts';
import type { Summary } from '../../../analysis/model/report.ts';
import type { Severity } from '../../../analysis/model/rule.ts';
import type { WorstFile } from '../../../contract/event.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isCounted } from './copies-in-diff.ts';
import { countElsewhere } from './copies-in-files.ts';

/** Totals of the outcomes of a project's files. */
export interface FileTotals {
  readonly completed: number;
  readonly failed: number;
  /** No file's own findings block. */
  readonly passed: boolean;
  readonly summary: Summary;
}

/** Totals of the differences of files from the previous run. */
export interface DiffTotals {
  readonly counts: Readonly<Record<DiffStatus, number>>;
  /** A critical or high finding is new. */
  readonly hasNewBlocking: boolean;
}

/** Adds up the files of a project; copies of a finding in several files count once. */
export async function sumFiles(sql: TenantTransaction, projectId: string): Promise<FileTotals> {
  const total = (name: Severity | 'total') =>
    sql`coalesce(sum((summary ->> ${name}::text)::bigint - ${countElsewhere(sql, name)}), 0)::float8`;
  const [row] = await sql<[FileTotals]>`
    select count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'failed')::int as failed,
      coalesce(bool_and(passed), true) as passed,
      jsonb_build_object('critical', ${total('critical')}, 'high', ${total('high')}, 'medium', ${total('medium')},
                         'low', ${total('low')}, 'total', ${total('total')}) as summary
    from project_items as item where org_id = ${sql.orgId} and project_id = ${projectId}`;
  return row;
}

/** Tallies of a file: for its score, and for the gate. */
export interface FileTallies {
  readonly path: string;
  readonly tally: Tally;
  readonly gateTally: Tally;
}

/** The tallies of the files in which findings count, with their paths. */
export async function listTallies(
  sql: TenantTransaction,
  projectId: string,
): Promise<readonly FileTallies[]> {
  return sql<FileTallies[]>`
    select path, tally, coalesce(gate_tally, tally) as gate_tally from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId} and tally is not null
      and (tally <> '{}' or gate_tally is not null)`;
}

/**
 * The `rows` worst files: those with the most severe finding that counts, of these the ones with the lowest score.
 * Files with a clean score do not count.
 */
export async function listWorstFiles(
  sql: TenantTransaction,
  projectId: string,
  rows: number,
): Promise<readonly WorstFile[]> {
  const has = (severity: Severity) => sql`tally @? ${`$.*.${severity} ? (@ > 0)`}::text::jsonpath`;
  const found = await sql<{ path: string; score: number; tally: Tally }[]>`
    select path, score, tally from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId} and status = 'completed' and score < 100
    order by ${has('critical')} desc, ${has('high')} desc, score, path limit ${rows}`;
  return found.map(({ path, score, tally }) => ({ path, score, counts: countTally(tally) }));
}

/** Lists the rules that did not run to their end in a file of a project. */
export async function listFailedRules(sql: TenantTransaction, projectId: string): Promise<readonly string[]> {
  const rows = await sql<{ ruleId: string }[]>`
    select distinct failure ->> 'ruleId' as rule_id
    ${validationsOf(sql, projectId, sql`, jsonb_array_elements(validations.rule_errors) as failure`)}`;
  return rows.map(({ ruleId }) => ruleId);
}

/** Counts the files with a note of the engine that a part of them was not evaluated. */
export async function countUnevaluatedFiles(sql: TenantTransaction, projectId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId}
      and exists (select from jsonb_object_keys(tally) as family where family like 'XPL-ENG-%')`;
  return row.count;
}

/** Lists the scores of files that are below a threshold, each with the score of the file's previous run. */
export async function listScoresBelow(
  sql: TenantTransaction,
  projectId: string,
  threshold: number,
): Promise<readonly FileScore[]> {
  return sql<FileScore[]>`
    select item.score, (diff ->> 'previousScore')::int as previous_score
    ${validationsOf(sql, projectId)} and item.score < ${threshold}`;
}

/** The score of a file; `previousScore` is null at its first run. */
export interface FileScore {
  readonly score: number;
  readonly previousScore: number | null;
}

/** Every path of a project, in the order of the archive. */
export async function listPaths(sql: TenantTransaction, projectId: string): Promise<readonly string[]> {
  const rows = await sql<{ path: string }[]>`
    select path from project_items where org_id = ${sql.orgId} and project_id = ${projectId} order by number`;
  return rows.map(({ path }) => path);
}

/** Returns the length of the facts of all files, in characters of JSON. */
export async function sumFacts(sql: TenantTransaction, projectId: string): Promise<number> {
  const [row] = await sql<{ characters: number }[]>`
    select coalesce(sum(length(facts)), 0)::float8 as characters ${factsOf(sql, projectId)}`;
  return row?.characters ?? 0;
}

/** The facts of the files that gave some, as JSON, in the order of the archive. */
export async function listFacts(sql: TenantTransaction, projectId: string): Promise<readonly string[]> {
  const rows = await sql<{ facts: string }[]>`
    select facts ${factsOf(sql, projectId)} and facts is not null order by item.number`;
  return rows.map(({ facts }) => facts);
}

function factsOf(sql: TenantTransaction, projectId: string) {
  return sql`
    from project_items as item
    join file_reports as report on report.org_id = item.org_id and report.key = item.report_key
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId}`;
}

/** The differences of all files together that both runs have. */
export async function sumDiffs(sql: TenantTransaction, projectId: string): Promise<DiffTotals> {
  const total = (name: DiffStatus) =>
    sql`coalesce(sum((diff -> 'counts' ->> ${name}::text)::bigint), 0)::float8`;
  const [row] = await sql<[DiffTotals]>`
    select jsonb_build_object(
        'new', ${total('new')}, 'resolved', ${total('resolved')}, 'unchanged', ${total('unchanged')},
        'severity_changed', ${total('severity_changed')}, 'waiver_changed', ${total('waiver_changed')}) as counts,
      coalesce(bool_or(diff @? '$.changes[*] ? (@.status == "new" &&
        (@.currentSeverity == "critical" || @.currentSeverity == "high"))'), false) as has_new_blocking
    ${validationsOf(sql, projectId)}`;
  return row;
}

/** The first `rows` changes in files but those of `uncounted` copies, in the order of the archive. */
export async function listFileChanges(
  sql: TenantTransaction,
  projectId: string,
  uncounted: readonly string[],
  rows: number,
): Promise<readonly DiffChange[]> {
  const found = await sql<{ change: DiffChange; path: string }[]>`
    select item.path, change - 'findingId' as change
    ${validationsOf(sql, projectId, sql`, jsonb_array_elements(diff -> 'changes') as change`)}
      and ${isCounted(sql, sql`item.number`, sql`change ->> 'findingId'`, uncounted)}
    order by item.number limit ${rows}`;
  return found.map(({ change, path }) => ({ ...change, fileName: path }));
}

function validationsOf(sql: TenantTransaction, projectId: string, more: ReturnType<typeof sql> = sql``) {
  return sql`
    from project_items as item
    join validations on validations.org_id = item.org_id and validations.id = item.validation_id ${more}
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId}`;
}
