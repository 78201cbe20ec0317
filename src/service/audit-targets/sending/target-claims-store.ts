/** Claims of audit targets: a process holds one until its lease ends, so that those of a dead one go on elsewhere. */
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { MINUTE_MS } from '../../../units.ts';
import type { AuditTargetRecord } from '../audit-target.ts';

/** Time for which a claim holds without being renewed. */
export const TARGET_LEASE_MS = MINUTE_MS;

/** Reason why a target is left to another process. */
export class TargetLost extends Error {}

/** Claimed target. */
export interface ClaimedTarget
  extends Pick<
    AuditTargetRecord,
    | 'orgId'
    | 'id'
    | 'name'
    | 'kind'
    | 'format'
    | 'url'
    | 'settings'
    | 'state'
    | 'testRequestedAt'
    | 'sentSequence'
    | 'events'
  > {
  /** The last security event that it has confirmed. */
  readonly sentEvent: number;
  /** Process that has claimed it. */
  readonly holder: string;
  readonly sealed: Buffer | null;
  readonly failures: number;
  readonly failingSince: Date | null;
  /** Time at which it was due, as the database writes it. */
  readonly dueAt: string;
}

/** Claims the target that has been due longest and has something to send; undefined: none has. */
export async function claimTarget(sql: Transaction, holder: string): Promise<ClaimedTarget | undefined> {
  const [row] = await sql<[ClaimedTarget?]>`
    with due as (
      select org_id, id from audit_targets as target
      where due_at <= now() and (leased_until is null or leased_until < now())
        and (
          test_requested_at is not null
          or state = 'active' and exists (
            select from audit_heads as head where head.org_id = target.org_id and head.sequence > target.sent_sequence
          )
          -- Each reads one entry of the index. With exists, a target that has everything costs a look at every stored event.
          or state = 'active' and events <> '{}' and (
            (select true from security_events as event where event.org_id = target.org_id and event.sequence is null limit 1)
            or (select max(event.sequence) from security_events as event where event.org_id = target.org_id) > target.sent_event
          )
        )
      order by due_at limit 1 for update skip locked
    )
    update audit_targets as target set holder = ${holder}, leased_until = now() + ${TARGET_LEASE_MS} * interval '1 millisecond'
    from due where target.org_id = due.org_id and target.id = due.id
    returning target.org_id, target.id, name, kind, format, url, settings, state, test_requested_at, holder, sealed,
      sent_sequence::float8 as sent_sequence, to_jsonb(events) as events, sent_event::float8 as sent_event, failures, failing_since,
      target.due_at::text as due_at`;
  return row;
}

/** Key of a claim. */
export type HeldTarget = Pick<ClaimedTarget, 'orgId' | 'id' | 'holder'>;

/** Renews a claim. @throws TargetLost when the target was deleted, or another process has it */
export async function renewTarget(sql: Transaction, { orgId, id, holder }: HeldTarget): Promise<void> {
  const result = await sql`
    update audit_targets set leased_until = now() + ${TARGET_LEASE_MS} * interval '1 millisecond'
    where org_id = ${orgId} and id = ${id} and holder = ${holder}`;
  if (result.count === 0) throw new TargetLost('Another process has the audit target, or it was deleted');
}

/** Gives a claim back; the target is due again after this time, or at once when a change or a test has made it due meanwhile. */
export async function releaseTarget(
  sql: Transaction,
  { orgId, id, holder, dueAt }: HeldTarget & Pick<ClaimedTarget, 'dueAt'>,
  pauseMs: number,
): Promise<void> {
  await sql`
    update audit_targets set leased_until = null, holder = null,
      due_at = case when due_at = ${dueAt}::text::timestamptz then now() + ${pauseMs} * interval '1 millisecond' else due_at end
    where org_id = ${orgId} and id = ${id} and holder = ${holder}`;
}

/** Lets go of the targets that processes hold which have died. */
export async function releaseTargetsOf(sql: Transaction, holders: readonly string[]): Promise<void> {
  await sql`
    update audit_targets set leased_until = null, holder = null
    where holder = any(${storableArray(holders)}::text[])`;
}

/** Column with the last number that a target has confirmed, of the audit log or of security events. */
export type SentCursor = 'sent_sequence' | 'sent_event';

/**
 * Notes that the target has confirmed what comes up to a number, and returns whether it goes on from there: it does not when it was
 * paused or moved back meanwhile.
 * @throws TargetLost when the target was deleted, or another process has it
 */
export async function recordSent(
  sql: Transaction,
  { orgId, id, holder }: HeldTarget,
  cursor: SentCursor,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const sent = cursor === 'sent_event' ? sql`sent_event` : sql`sent_sequence`;
  const [row] = await sql<[{ goesOn: boolean }?]>`
    update audit_targets set
      ${sent} = case when ${sent} = ${from} then ${to} else ${sent} end,
      sent_at = now(), failures = 0, failing_since = null, problem = null, reported_at = null
    where org_id = ${orgId} and id = ${id} and holder = ${holder}
    returning state = 'active' and ${sent} = ${to} as goes_on`;
  if (row === undefined) throw new TargetLost('Another process has the audit target, or it was deleted');
  return row.goesOn;
}

/** Time without success after which it is reported to the administrators. */
const REPORTED_AFTER_MS = 15 * MINUTE_MS;

/** Failed attempt as it was noted. */
export interface NotedFailure {
  /** Attempts that failed since the last success. */
  readonly failures: number;
  readonly failingSince: Date;
  /** It fails for long, and that has not been reported yet. */
  readonly isToBeReported: boolean;
}

/** Notes why an attempt failed. @throws TargetLost when the target was deleted, or another process has it */
export async function recordFailure(
  sql: Transaction,
  { orgId, id, holder }: HeldTarget,
  problem: string,
): Promise<NotedFailure> {
  const [row] = await sql<[NotedFailure?]>`
    update audit_targets set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      problem = ${storableText(problem)},
      reported_at = case
        when reported_at is null and failing_since < now() - ${REPORTED_AFTER_MS} * interval '1 millisecond' then now() else reported_at
      end
    where org_id = ${orgId} and id = ${id} and holder = ${holder}
    returning failures, failing_since, coalesce(reported_at = now(), false) as is_to_be_reported`;
  if (row === undefined) throw new TargetLost('Another process has the audit target, or it was deleted');
  return row;
}

/** Notes the end of a test; null: it worked, and what failed before it has ended. */
export async function recordTest(
  sql: Transaction,
  { orgId, id, holder }: HeldTarget,
  problem: string | null,
): Promise<void> {
  await sql`
    update audit_targets set test_requested_at = null, tested_at = now(), test_problem = ${storableText(problem)}
      ${problem === null ? sql`, failures = 0, failing_since = null, problem = null, reported_at = null` : sql``}
    where org_id = ${orgId} and id = ${id} and holder = ${holder}`;
}
