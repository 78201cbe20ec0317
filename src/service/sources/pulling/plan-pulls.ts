/** Starts the pulls of sources whose time has come. */
import { storableJson } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { PULLS_RETAINED_DAYS } from '../pull.ts';
import { nextPullAt, type PullSchedule } from '../pull-schedule.ts';

/** Sources that one look starts: the next look takes the others. */
const STARTED_MAX = 100;

/**
 * Starts a pull of each source that is due, and says when it is due next. A source without a credential, or with a pull that
 * runs, waits for its next time. Rounds of a started source that ended long ago are deleted.
 * @returns pulls that were started
 */
export async function planPulls(sql: Transaction, now: Date): Promise<number> {
  const due = await sql<(PullSchedule & { orgId: string; id: string; dueAt: Date })[]>`
    select org_id, id, every_minutes, daily_at, next_pull_at as due_at from sources
    where next_pull_at <= ${now} and state <> 'paused'
    order by next_pull_at limit ${STARTED_MAX} for update skip locked`;
  if (due.length === 0) return 0;
  const rows = due.map(({ orgId, id, dueAt, ...schedule }) => ({
    org: orgId,
    source: id,
    pull: uuidV7(now),
    due: dueAt,
    next: nextPullAt(schedule, id, now),
  }));
  const [made] = await sql<[{ count: number }]>`
    with due as materialized (
      select * from json_to_recordset(${storableJson(rows)}::text::json)
        as row (org uuid, source uuid, pull uuid, due timestamptz, next timestamptz)
    ), next as (
      update sources set next_pull_at = due.next from due where org_id = org and id = source
    ), old as (
      delete from source_pulls using due
      where org_id = org and source_id = source and ended_at < ${now}::timestamptz - ${PULLS_RETAINED_DAYS} * interval '1 day'
    ), made as (
      -- Who has waited longer goes first.
      insert into source_pulls (org_id, id, source_id, state, due_at, created_at, progress_at)
      select org, pull, source, 'waiting', due, ${now}::timestamptz, ${now}::timestamptz from due
      where exists (select from source_credentials where org_id = org and source_id = source)
      on conflict do nothing returning id
    )
    select count(*)::int as count from made`;
  return made.count;
}
