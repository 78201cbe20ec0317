/** Security events as they are sent: numbered once they are committed, and listed behind a number, in their order. */
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { SecurityEvent } from '../../audit/events/security-event.ts';
import type { ClaimedTarget } from './target-claims-store.ts';

/** Events that one statement numbers. */
const NUMBERED_MAX = 1_000;

/** Gives the events of an organisation that have none their numbers, the oldest first. Others of it wait until the transaction ends. */
export async function numberEvents(sql: Transaction, orgId: string): Promise<void> {
  await sql`insert into security_event_heads (org_id, sequence) values (${orgId}, 0) on conflict do nothing`;
  // In a statement of its own: the next one sees what others have numbered meanwhile.
  await sql`select from security_event_heads where org_id = ${orgId} for update`;
  await sql`
    with fresh as (
      select id, row_number() over (order by occurred_at, id) as place from security_events
      where org_id = ${orgId} and sequence is null order by occurred_at, id limit ${NUMBERED_MAX}
    ), numbered as (
      update security_events as event set sequence = head.sequence + fresh.place
      from fresh, security_event_heads as head
      where event.org_id = ${orgId} and event.id = fresh.id and head.org_id = ${orgId}
      returning event.sequence
    )
    update security_event_heads set sequence = greatest(sequence, (select max(numbered.sequence) from numbered))
    where org_id = ${orgId}`;
}

/** Event with its number; null: the target does not want it, or it is no longer stored. */
export interface NumberedEvent {
  readonly sequence: number;
  readonly event: SecurityEvent | null;
}

/** Lists events behind a number, in their order, those that the target does not want too. */
export async function listEventsBehind(
  sql: Transaction,
  { orgId, events: kinds }: Pick<ClaimedTarget, 'orgId' | 'events'>,
  behind: number,
  rowsMax: number,
): Promise<readonly NumberedEvent[]> {
  const rows = await sql<(Omit<SecurityEvent, 'data'> & { data: SecurityEvent['data'] | null })[]>`
    select security_events.org_id, sequence::float8 as sequence, security_events.kind, security_events.occurred_at,
      coalesce(security_events.data, events.data::jsonb) as data
    from security_events
    left join events on security_events.kind = 'verdicts' and events.org_id = ${orgId} and events.id = security_events.id
    where security_events.org_id = ${orgId} and sequence > ${behind}
    order by security_events.sequence
    limit ${rowsMax}`;
  return rows.map(({ data, ...row }) => ({
    sequence: row.sequence,
    event: data !== null && kinds.includes(row.kind) ? ({ ...row, data } as SecurityEvent) : null,
  }));
}
