/** Backlog of the active audit targets of all organisations. Over the owner's connection only. */
import type { Transaction } from '../../infra/database/transaction.ts';

/** Backlog for the metrics. */
export interface TargetBacklog {
  /** Entries and security events that active targets have not confirmed. */
  readonly waiting: number;
  /** Age of the oldest of them; 0: there is none. */
  readonly oldestSeconds: number;
  /** Active targets whose last attempt failed. */
  readonly failing: number;
}

/** Reads it. Numbers of the logs are subtracted, so that a long backlog costs no more; those of security events include kinds that a target does not want. */
export async function readTargetBacklog(sql: Transaction): Promise<TargetBacklog> {
  const [row] = await sql<[TargetBacklog]>`
    select coalesce(sum(greatest(entries, 0) + coalesce(events, 0)), 0)::float8 as waiting,
      greatest(coalesce(extract(epoch from now() - least(min(entry_at), min(event_at))), 0), 0)::float8 as oldest_seconds,
      (count(*) filter (where failing_since is not null))::integer as failing
    from (
      select failing_since, coalesce(head.sequence, 0) - sent_sequence as entries,
        event_head.sequence - next_event.sequence + 1 as events,
        (
          select occurred_at from audit_entries as entry
          where entry.org_id = target.org_id and entry.sequence > sent_sequence order by entry.sequence limit 1
        ) as entry_at,
        -- An event without a number waits for a process that sends.
        least(next_event.occurred_at, (
          select min(occurred_at) from security_events as event
          where target.events <> '{}' and event.org_id = target.org_id and event.sequence is null
        )) as event_at
      from audit_targets as target
      left join audit_heads as head on head.org_id = target.org_id
      left join security_event_heads as event_head on event_head.org_id = target.org_id
      left join lateral (
        select sequence, occurred_at from security_events as event
        where target.events <> '{}' and event.org_id = target.org_id and event.sequence > sent_event
        order by event.sequence limit 1
      ) as next_event on true
      where target.state = 'active'
    ) as backlog`;
  return row;
}
