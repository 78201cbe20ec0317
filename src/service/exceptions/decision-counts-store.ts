/** Numbers of exceptions that wait for a decision. */
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { type Decider, findConflicts, type Requester } from './decidable.ts';

/** Requesters who are compared with the caller when exceptions to decide are counted; others count as other people. */
const REQUESTERS_COMPARED_MAX = 50;

export interface DecisionCounts {
  /** Exceptions that wait. */
  readonly pending: number;
  /** Of these, the ones that a caller who may approve can decide for their requester. */
  readonly toDecide: number;
}

/** Counts pending exceptions, and those that the decider may decide. */
export async function countToDecide(
  sql: TenantTransaction,
  { actor, scopes }: Decider,
  now: Date,
): Promise<DecisionCounts> {
  const requesters = await sql<(Requester & { readonly count: number })[]>`
    select requested_by_kind, requested_by_id, requested_by_email, count(*)::integer as count
    from exceptions
    where org_id = ${sql.orgId} and decision = 'pending' and expires_at > ${now}
    group by requested_by_kind, requested_by_id, requested_by_email
    order by count desc`;
  const sum = (list: readonly { readonly count: number }[]) =>
    list.reduce((all, { count }) => all + count, 0);
  const pending = sum(requesters);
  if (pending === 0 || !scopes.includes('exceptions:approve')) return { pending, toDecide: 0 };
  const conflictWith = await findConflicts(sql, actor, now);
  const compared = requesters.slice(0, REQUESTERS_COMPARED_MAX);
  const rejected = await Promise.all(
    compared.map(async (requester) => ((await conflictWith(requester)) === undefined ? [] : [requester])),
  );
  return { pending, toDecide: pending - sum(rejected.flat()) };
}
