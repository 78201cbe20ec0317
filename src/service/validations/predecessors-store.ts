/** The run that another one is compared with: runs are found by a hash of what they have in common. */

import type { Platform } from '../../analysis/model/platform.ts';
import { branchName } from '../../contract/ci-context.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { Fragment, Transaction } from '../../infra/database/transaction.ts';

/** Subject that a run and its predecessor share, without the branch. */
export interface RunSubject {
  readonly kind: Platform | 'project';
  /** `originOf` the run's pipeline. */
  readonly scope: string | null;
  /** Path of a file, name of an archive. */
  readonly name: string;
}

/** Writes the value of `run_key` of a run. */
export function runKey(sql: Transaction, { kind, scope, name }: RunSubject, branch: string | null): Fragment {
  return sql`run_key_of(${kind}::text, ${storableText(scope)}::text, ${storableText(name)}::text,
                        ${comparableBranch(branch)}::text)`;
}

/** The branch as `run_key` has it. */
export function comparableBranch(branch: string | null): string | null {
  return branch === null ? null : storableText(branchName(branch));
}

/**
 * Writes a scalar subquery: the id of the newest run of a subject on any of the branches. It looks into the index once
 * for each branch, however many runs there are.
 * @param newestOf writes the query for the `id` and the time `at` of the newest completed run with a key
 */
export function newestPredecessor(
  sql: Transaction,
  { kind, scope, name }: RunSubject,
  branches: readonly (string | null)[],
  newestOf: (key: Fragment) => Fragment,
): Fragment {
  const comparable = storableArray(branches.map(comparableBranch));
  return sql`(
    select newest.id
    from (
      select run_key_of(${kind}::text, ${storableText(scope)}::text, ${storableText(name)}::text, branch) as key
      from unnest(${comparable}::text[]) as branch
    ) as run
    cross join lateral (${newestOf(sql`run.key`)}) as newest
    order by newest.at desc, newest.id desc
    limit 1
  )`;
}
