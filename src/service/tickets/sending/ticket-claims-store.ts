/** Claims of ticket targets: a process holds one until its lease ends, so that those of a dead one go on elsewhere. */
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, Transaction } from '../../../infra/database/transaction.ts';
import { MINUTE_MS } from '../../../units.ts';
import type { TicketMapping, TicketTargetRecord } from '../ticket-target.ts';

/** Time for which a claim holds without being renewed. */
export const TICKET_LEASE_MS = MINUTE_MS;

/** Reason why a target is left to another process. */
export class TicketTargetLost extends Error {
  constructor() {
    super('Another process has the ticket target, or it was deleted');
  }
}

/** Claimed target. */
export interface ClaimedTicketTarget
  extends Pick<
    TicketTargetRecord,
    'orgId' | 'id' | 'name' | 'kind' | 'url' | 'project' | 'state' | 'testRequestedAt'
  > {
  readonly mapping: TicketMapping;
  /** Process that has claimed it. */
  readonly holder: string;
  readonly sealed: Buffer | null;
  /** Time at which it was due, as the database writes it. */
  readonly dueAt: string;
}

/** Key of a claim. */
export type HeldTicketTarget = Pick<ClaimedTicketTarget, 'orgId' | 'id' | 'holder'>;

/**
 * Writes the condition that a ticket may be worked at: its tracker has not heard the newest of it, and a creation whose answer is not
 * known is old enough for a search to show what it has made. A finding that has gone before its ticket was made needs none.
 */
export function isTicketDue(sql: Transaction, unknownMs: number): Fragment {
  return sql`
    (not ticket.is_lost and (ticket.confirmed is distinct from ticket.wanted or ticket.confirmed_content is distinct from ticket.content)
      and ticket.due_at <= now()
      and (ticket.confirmed is not null or ticket.wanted = 'open' or ticket.begun_at is not null)
      and (ticket.begun_at is null or ticket.begun_at <= now() - ${unknownMs} * interval '1 millisecond'))`;
}

/** Claims the target that has been due longest and has something to do; undefined: none has. */
export async function claimTicketTarget(
  sql: Transaction,
  holder: string,
  unknownMs: number,
): Promise<ClaimedTicketTarget | undefined> {
  const [row] = await sql<[ClaimedTicketTarget?]>`
    with due as (
      select org_id, id from ticket_targets as target
      where due_at <= now() and (leased_until is null or leased_until < now())
        and (
          test_requested_at is not null
          or state = 'active' and exists (
            select from tickets as ticket
            where ticket.org_id = target.org_id and ticket.target_id = target.id and ${isTicketDue(sql, unknownMs)}
          )
        )
      order by due_at limit 1 for update skip locked
    )
    update ticket_targets as target set holder = ${holder}, leased_until = now() + ${TICKET_LEASE_MS} * interval '1 millisecond'
    from due where target.org_id = due.org_id and target.id = due.id
    returning target.org_id, target.id, name, kind, url, project, mapping, state, test_requested_at, holder, sealed,
      target.due_at::text as due_at`;
  return row;
}

/** Renews a claim. @throws TicketTargetLost */
export async function renewTicketTarget(
  sql: Transaction,
  { orgId, id, holder }: HeldTicketTarget,
): Promise<void> {
  const result = await sql`
    update ticket_targets set leased_until = now() + ${TICKET_LEASE_MS} * interval '1 millisecond'
    where org_id = ${orgId} and id = ${id} and holder = ${holder}`;
  if (result.count === 0) throw new TicketTargetLost();
}

/** Gives a claim back; the target is due again after this time, or at once when a change or a test has made it due meanwhile. */
export async function releaseTicketTarget(
  sql: Transaction,
  { orgId, id, holder, dueAt }: HeldTicketTarget & Pick<ClaimedTicketTarget, 'dueAt'>,
  pauseMs: number,
): Promise<void> {
  await sql`
    update ticket_targets set leased_until = null, holder = null,
      due_at = case when due_at = ${dueAt}::text::timestamptz then now() + ${pauseMs} * interval '1 millisecond' else due_at end
    where org_id = ${orgId} and id = ${id} and holder = ${holder}`;
}

/** Lets go of the targets that processes hold which have died. */
export async function releaseTicketTargetsOf(sql: Transaction, holders: readonly string[]): Promise<void> {
  await sql`
    update ticket_targets set leased_until = null, holder = null
    where holder = any(${storableArray(holders)}::text[])`;
}

/** Notes that the tracker did what was requested. @throws TicketTargetLost */
export async function recordTargetSuccess(
  sql: Transaction,
  { orgId, id, holder }: HeldTicketTarget,
): Promise<void> {
  const result = await sql`
    update ticket_targets set failures = 0, failing_since = null, problem = null, reported_at = null
    where org_id = ${orgId} and id = ${id} and holder = ${holder}`;
  if (result.count === 0) throw new TicketTargetLost();
}

/** Time without success after which it is reported to the administrators. */
const REPORTED_AFTER_MS = 15 * MINUTE_MS;

/** Failed attempt as it was noted. */
export interface NotedTicketFailure {
  /** Attempts that failed since the last success. */
  readonly failures: number;
  readonly failingSince: Date;
  /** It fails for long, and that has not been reported yet. */
  readonly isToBeReported: boolean;
}

/** Notes why an attempt failed. @throws TicketTargetLost */
export async function recordTargetFailure(
  sql: Transaction,
  { orgId, id, holder }: HeldTicketTarget,
  problem: string,
): Promise<NotedTicketFailure> {
  const [row] = await sql<[NotedTicketFailure?]>`
    update ticket_targets set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      problem = ${storableText(problem)},
      reported_at = case
        when reported_at is null and failing_since < now() - ${REPORTED_AFTER_MS} * interval '1 millisecond' then now() else reported_at
      end
    where org_id = ${orgId} and id = ${id} and holder = ${holder}
    returning failures, failing_since, coalesce(reported_at = now(), false) as is_to_be_reported`;
  if (row === undefined) throw new TicketTargetLost();
  return row;
}

/** Notes the end of a test; null: it worked. @throws TicketTargetLost */
export async function recordTicketTest(
  sql: Transaction,
  { orgId, id, holder }: HeldTicketTarget,
  problem: string | null,
): Promise<void> {
  const result = await sql`
    update ticket_targets set test_requested_at = null, tested_at = now(), test_problem = ${storableText(problem)}
    where org_id = ${orgId} and id = ${id} and holder = ${holder}`;
  if (result.count === 0) throw new TicketTargetLost();
}
