/** Tickets whose tracker has not heard the newest of them. Each statement holds only as long as the claim of their target. */
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, Transaction } from '../../../infra/database/transaction.ts';
import type { TicketContent, TicketState } from '../ticket-target.ts';
import type { RemoteTicket } from '../trackers/tracker.ts';
import { type HeldTicketTarget, isTicketDue, TicketTargetLost } from './ticket-claims-store.ts';

/** Ticket to work at. */
export interface DueTicket {
  readonly workflowId: string;
  readonly findingId: string;
  readonly externalId: string;
  readonly wanted: TicketState;
  readonly content: TicketContent;
  /** Null: it is not known to the tracker. */
  readonly confirmed: TicketState | null;
  readonly confirmedContent: TicketContent | null;
  readonly remoteId: string | null;
  /** Time of a creation whose answer is not known, as the database writes it; null: there is none. */
  readonly begunAt: string | null;
}

/** Finds the next ticket to work at; undefined: there is none. */
export async function findDueTicket(
  sql: Transaction,
  { orgId, id }: HeldTicketTarget,
  unknownMs: number,
): Promise<DueTicket | undefined> {
  const [row] = await sql<[DueTicket?]>`
    select workflow_id, finding_id, external_id, wanted, content, confirmed, confirmed_content, remote_id, begun_at::text as begun_at
    from tickets as ticket
    where org_id = ${orgId} and target_id = ${id} and ${isTicketDue(sql, unknownMs)}
    order by due_at, external_id limit 1`;
  return row;
}

/** Notes that a creation begins. @throws TicketTargetLost, also when another turn of the same process has begun it meanwhile */
export async function beginTicket(
  sql: Transaction,
  target: HeldTicketTarget,
  ticket: DueTicket,
): Promise<void> {
  const isSame = sql`confirmed is null and begun_at is not distinct from ${ticket.begunAt}::text::timestamptz`;
  await changeTicket(sql, target, ticket, { values: sql`begun_at = now()`, condition: isSame });
}

/** Notes that a creation has certainly not been done. @throws TicketTargetLost */
export async function unbeginTicket(
  sql: Transaction,
  target: HeldTicketTarget,
  ticket: DueTicket,
): Promise<void> {
  await changeTicket(sql, target, ticket, { values: sql`begun_at = null` });
}

/** Notes what the tracker has confirmed. @throws TicketTargetLost */
export async function recordConfirmed(
  sql: Transaction,
  target: HeldTicketTarget,
  ticket: DueTicket,
  {
    confirmed,
    content,
    remote,
  }: {
    readonly confirmed: TicketState;
    /** Null: not known. */
    readonly content: TicketContent | null;
    /** Absent: it is known already. */
    readonly remote?: RemoteTicket;
  },
): Promise<void> {
  const place =
    remote === undefined
      ? sql``
      : sql`key = ${storableText(remote.key)}, url = ${storableText(remote.url)}, remote_id = ${storableText(remote.remoteId)},`;
  await changeTicket(sql, target, ticket, {
    values: sql`${place} confirmed = ${confirmed}, confirmed_content = ${content === null ? null : storableJson(content)}::text::jsonb, begun_at = null,
      failures = 0, problem = null`,
  });
}

/** Notes that a person has deleted the ticket in the tracker. @throws TicketTargetLost */
export async function recordLostTicket(
  sql: Transaction,
  target: HeldTicketTarget,
  ticket: DueTicket,
): Promise<void> {
  await changeTicket(sql, target, ticket, { values: sql`is_lost = true, problem = null` });
}

/** Notes why a ticket was not taken; it is tried again after a pause. @throws TicketTargetLost */
export async function recordTicketFailure(
  sql: Transaction,
  target: HeldTicketTarget,
  ticket: DueTicket,
  {
    problem,
    pauseMsMin,
    pauseMsMax,
  }: { readonly problem: string; readonly pauseMsMin: number; readonly pauseMsMax: number },
): Promise<void> {
  await changeTicket(sql, target, ticket, {
    values: sql`failures = failures + 1, problem = ${storableText(problem)},
      due_at = now() + least(${pauseMsMin} * power(2, least(failures, 20)), ${pauseMsMax}) * interval '1 millisecond'`,
  });
}

async function changeTicket(
  sql: Transaction,
  { orgId, id, holder }: HeldTicketTarget,
  { workflowId, findingId }: DueTicket,
  { values, condition = sql`true` }: { readonly values: Fragment; readonly condition?: Fragment },
): Promise<void> {
  const result = await sql`
    update tickets set ${values}
    where org_id = ${orgId} and target_id = ${id} and workflow_id = ${workflowId} and finding_id = ${findingId} and ${condition}
      and exists (
        select from ticket_targets where org_id = ${orgId} and id = ${id} and holder = ${holder} for share
      )`;
  if (result.count === 0) throw new TicketTargetLost();
}
