/**
 * Rows of moved results: what they keep of the diff and of the pipeline context. Members that are zero, false, null or in a column
 * of their own are left out, so reads go by the expressions here.
 */
import { PIPELINE_FIELDS } from '../../../contract/ci-context.ts';
import type { Fragment, Transaction } from '../../../infra/database/transaction.ts';
import { BODY_LIMITS } from './limits.ts';

/** Writes what a row keeps of its diff: what lists show. The pack has all of it. */
export function smallDiff(sql: Transaction): Fragment {
  const count = (name: 'new' | 'resolved') => sql`nullif(diff -> 'counts' -> ${name}::text, '0')`;
  return sql`
    jsonb_strip_nulls(jsonb_build_object(
      'scoreDelta', diff -> 'scoreDelta', 'isRegression', nullif(diff -> 'isRegression', 'false'), 'counts',
      nullif(jsonb_strip_nulls(jsonb_build_object('new', ${count('new')}, 'resolved', ${count('resolved')})), '{}')))`;
}

/** Writes what a row keeps of its pipeline context. */
export function smallPipeline(sql: Transaction): Fragment {
  return sql`
    case when jsonb_typeof(pipeline) = 'object' and pipeline ->> 'repository' is not distinct from repository
        and pipeline ->> 'branch' is not distinct from branch
      then jsonb_strip_nulls(pipeline) - array['repository', 'branch'] else pipeline end`;
}

/**
 * Writes whether a moved run stays in the indexes of the feed's filters: one that may need attention, or whose row was made long
 * after its id. `movedRuns` of the feed finds the others.
 */
export function keepsFeedIndexes(sql: Transaction): Fragment {
  return sql`
    (not passed or is_regression is true
      or created_at >= to_timestamp((uuid_v7_day(id) + 1) * 86400.0) + ${BODY_LIMITS.rowMsMax} * interval '1 millisecond')`;
}

const NO_CONTEXT = JSON.stringify(Object.fromEntries(PIPELINE_FIELDS.map((field) => [field, null])));

/** SQL expression of the pipeline context of a run, with all its members; null: it has none. */
export const WHOLE_PIPELINE = `
  case when jsonb_typeof(pipeline) = 'object' then
    '${NO_CONTEXT}'::jsonb || jsonb_build_object('repository', repository, 'branch', branch) || pipeline end`;

const ofDiff = (value: string, none: string) =>
  `case when diff is not null then coalesce((diff ${value}, ${none}) end`;

/** SQL expressions of what lists show of the diff of a run; null without a result. */
export const LISTED_DIFF = {
  scoreDelta: `(diff ->> 'scoreDelta')::integer`,
  isRegression: ofDiff(`->> 'isRegression')::boolean`, 'false'),
  newFindings: ofDiff(`-> 'counts' ->> 'new')::integer`, '0'),
  resolvedFindings: ofDiff(`-> 'counts' ->> 'resolved')::integer`, '0'),
} as const satisfies Readonly<Record<string, string>>;
