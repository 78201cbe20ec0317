/** Claims of pulls: a process holds one until its lease ends, so that those of a dead one go on elsewhere. */
import type { Transaction } from '../../../infra/database/transaction.ts';
import { MINUTE_MS } from '../../../units.ts';
import type { PullCounts, PullState } from '../pull.ts';

/** Time for which a claim holds without being renewed. */
export const LEASE_MS = MINUTE_MS;
/** Pulls of an organisation at once. */
const RUNNING_PER_ORGANISATION_MAX = 2;

/** Reason why a pull is left to another process. */
export class ClaimLost extends Error {}

/** Claimed pull. */
export interface ClaimedPull {
  readonly orgId: string;
  readonly id: string;
  /** Process that has claimed it. */
  readonly holder: string;
  readonly sourceId: string;
  readonly isProbe: boolean;
  readonly state: PullState;
  readonly counts: PullCounts;
  readonly problems: readonly string[];
  readonly createdAt: Date;
}

/**
 * Claims the pull that has been due longest; undefined: none is. Organisations whose pulls run less go first, so that one with many
 * sources does not take every turn.
 */
export async function claimPull(sql: Transaction, holder: string): Promise<ClaimedPull | undefined> {
  const [row] = await sql<[ClaimedPull?]>`
    with due as (
      select pull.org_id, pull.id from source_pulls as pull
      cross join lateral (
        select count(*) as running from source_pulls as other
        where other.org_id = pull.org_id and other.state <> 'ended' and other.leased_until > now()
      ) as own
      where state in ('waiting', 'listing', 'fetching') and due_at <= now()
        and (leased_until is null or leased_until < now())
        and running < ${RUNNING_PER_ORGANISATION_MAX}
      order by running, due_at limit 1 for update of pull skip locked
    )
    update source_pulls as pull set holder = ${holder}, leased_until = now() + ${LEASE_MS} * interval '1 millisecond'
    from due where pull.org_id = due.org_id and pull.id = due.id
    returning pull.org_id, pull.id, pull.holder, source_id, is_probe, state, counts, problems, created_at`;
  return row;
}

/** Key of a claim. */
export type HeldPull = Pick<ClaimedPull, 'orgId' | 'id' | 'holder'>;

/**
 * Renews a claim, and lets no other process take it before the transaction ends: what the transaction writes is of its holder.
 * @throws ClaimLost when the source was deleted, or another process has it
 */
export async function renewClaim(sql: Transaction, { orgId, id, holder }: HeldPull): Promise<void> {
  const result = await sql`
    update source_pulls set leased_until = now() + ${LEASE_MS} * interval '1 millisecond'
    where org_id = ${orgId} and id = ${id} and holder = ${holder} and state <> 'ended'`;
  if (result.count === 0) throw new ClaimLost('Another process has the pull, or its source was deleted');
}

/** Gives a claim back; the pull goes on after this time. */
export async function releaseClaim(
  sql: Transaction,
  { orgId, id, holder }: HeldPull,
  pauseMs: number,
): Promise<void> {
  await sql`
    update source_pulls set leased_until = null, holder = null, due_at = now() + ${pauseMs} * interval '1 millisecond'
    where org_id = ${orgId} and id = ${id} and holder = ${holder}`;
}
