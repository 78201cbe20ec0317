/** Copies of one element in several files, in the difference from the previous run: what is new, known or gone counts once. */
import { type Copied, foldFiles } from '../../../analysis/engine/project/copies-in-files.ts';
import { CHANGES_MAX, DIFF_STATUSES, type DiffStatus } from '../../../analysis/model/diff.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { hasTooMany } from './copies-in-files.ts';

/** Copies that the difference counts with another one. */
export interface UncountedCopies {
  readonly counts: Readonly<Record<DiffStatus, number>>;
  /** Changes in files of this run, and findings in its new files: for `isCounted`. */
  readonly now: readonly string[];
  /** Findings in files of the previous run that are gone: for `isCounted`. */
  readonly before: readonly string[];
}

/** Copy, and what has become of it in its file. */
interface Entry extends Copied {
  readonly isNow: boolean;
  readonly number: number;
  readonly id: string;
}

/** File of a run in which there are copies, beside the file with its path in the other run. */
interface ComparedFile {
  readonly path: string;
  /** Its number in this run; null: it is gone. */
  readonly number: number | null;
  readonly hasResult: boolean;
  readonly hadResult: boolean;
  /** Status of each changed finding, by its id; null: the results were not compared, or not all changes are listed. */
  readonly changes: Readonly<Record<string, DiffStatus>> | null;
}

type Judged = Entry & { readonly status: DiffStatus; readonly at: ComparedFile };

const keyOf = (number: number, findingId: string): string => `${number} ${findingId}`;

/** Writes whether a change of the file with this number counts. */
export function isCounted(
  sql: TenantTransaction,
  number: Fragment,
  findingId: Fragment,
  uncounted: readonly string[],
): Fragment {
  if (uncounted.length === 0) return sql`true`;
  return sql`coalesce(${number} || ' ' || (${findingId}), '') <> all(${storableArray(uncounted)}::text[])`;
}

/** Lists the copies that count with another one: new ones once, known ones once, and those that are gone with the last. */
export async function listUncountedCopies(
  sql: TenantTransaction,
  projectId: string,
  previousId: string,
): Promise<UncountedCopies> {
  const entries = await listCopied(sql, projectId, previousId);
  const files = new Map(
    (await listFiles(sql, projectId, previousId, entries)).map((file) => [file.path, file]),
  );
  const judged = entries.flatMap((entry) => judge(entry, files.get(entry.file)!) ?? []);
  const now = judged.filter(({ isNow }) => isNow);
  const uncounted = [...foldedNow(now), ...foldedBefore(judged.filter(({ isNow }) => !isNow))];
  return {
    counts: Object.fromEntries(
      DIFF_STATUSES.map((one) => [one, uncounted.filter(({ status }) => status === one).length]),
    ) as Record<DiffStatus, number>,
    now: uncounted.flatMap(({ id, at: { number } }) => (number === null ? [] : [keyOf(number, id)])),
    before: uncounted.flatMap(({ id, number, isNow, at }) =>
      isNow || at.number !== null ? [] : [keyOf(number, id)],
    ),
  };
}

/** Returns what has become of a finding in its file, by the rules of the difference; undefined: it does not count. */
function judge(entry: Entry, at: ComparedFile): Judged | undefined {
  const { hasResult, hadResult, changes } = at;
  if (hasResult && hadResult) {
    const status = changes?.[entry.id] ?? 'unchanged';
    return changes === null ? undefined : { ...entry, status, at };
  }
  if (entry.isNow) return { ...entry, status: 'new', at };
  return { ...entry, status: at.number === null ? 'resolved' : 'unchanged', at };
}

/** Returns the copies of this run that count with another one. */
function foldedNow(entries: readonly Judged[]): readonly Judged[] {
  const apart = entries.map((entry) => ({ ...entry, key: `${entry.key} ${entry.status === 'new'}` }));
  return foldFiles(apart).flatMap(({ others }) => others);
}

/** Returns the copies of the previous run that count with another one: what this run still has counts there. */
function foldedBefore(entries: readonly Judged[]): readonly Judged[] {
  return [...Map.groupBy(entries, ({ key }) => key).values()].flatMap((copies) => {
    const left = copies.filter(({ status, at }) => status === 'resolved' || !at.hasResult);
    const isThere = left.length < copies.length;
    const counted = isThere ? undefined : (left.find(({ status }) => status !== 'resolved') ?? left[0]);
    return left.filter((copy) => copy !== counted);
  });
}

/** Lists the findings of both runs that have copies in their run; none of a run with too many to compare. */
async function listCopied(
  sql: TenantTransaction,
  projectId: string,
  previousId: string,
): Promise<readonly Entry[]> {
  const compared: string[] = [];
  for (const id of [projectId, previousId]) if (!(await hasTooMany(sql, id))) compared.push(id);
  return sql<Entry[]>`
    with entry as (
      select item.project_id, item.number, item.path as file, listed.finding ->> 'key' as key,
        listed.finding ->> 'id' as id, listed.finding ->> 'severity' as severity
      from project_items as item, jsonb_each(item.copy_keys) as listed(place, finding)
      where item.org_id = ${sql.orgId} and item.project_id = any(${storableArray(compared)}::uuid[])
        and item.copy_keys is not null
    )
    select project_id = ${projectId}::uuid as is_now, number, file, key, id, severity
    from (select *, count(*) over (partition by project_id, key) as copies from entry) as counted where copies > 1`;
}

/** Lists the files of these copies. Sorted out by path in one pass, as a join could compare all with all. */
async function listFiles(
  sql: TenantTransaction,
  projectId: string,
  previousId: string,
  entries: readonly Entry[],
): Promise<readonly ComparedFile[]> {
  const paths = [...new Set(entries.map(({ file }) => file))];
  if (paths.length === 0) return [];
  const isNow = sql`project_id = ${projectId}::uuid`;
  return sql<ComparedFile[]>`
    with file as materialized (
      select path, max(number) filter (where ${isNow}) as number,
        (array_agg(validation_id) filter (where ${isNow}))[1] as validation_id,
        bool_or(${isNow} and status = 'completed') as has_result,
        bool_or(not ${isNow} and status = 'completed') as had_result
      from project_items
      where org_id = ${sql.orgId} and project_id in (${projectId}, ${previousId})
        and path = any(${storableArray(paths)}::text[])
      group by path
    )
    select file.path, file.number, file.has_result, file.had_result, compared.changes
    from file left join lateral (
      select (
        select coalesce(jsonb_object_agg(change ->> 'findingId', change ->> 'status'), '{}')
        from jsonb_array_elements(diff -> 'changes') as change
        where change ->> 'findingId' is not null
      ) as changes
      from validations
      where org_id = ${sql.orgId} and id = file.validation_id and diff ->> 'previousValidatedAt' is not null
        and jsonb_array_length(diff -> 'changes') < ${CHANGES_MAX}
    ) as compared on true`;
}
