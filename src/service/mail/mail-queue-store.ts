/** Outbox of mails: what has happened, who gets a mail of it, and what was sent. Over the owner's connection, for all organisations. */

import { storableArray } from '../../infra/database/postgres-text.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { MAIL_CHOICE_DEFAULT } from './mail-kinds.ts';

/** Records whether there is a mail server, which decides whether the database notes what to send. */
export async function recordMailState(sql: Transaction, isOn: boolean): Promise<void> {
  await sql`update mail_state set is_on = ${isOn} where is_on <> ${isOn}`;
  if (!isOn) await sql`delete from mail_notices`;
}

/** Times of the move from the outbox to the queues. */
export interface MailTimes {
  readonly now: Date;
  /** Time of the next mails that come once a day. */
  readonly nextDigest: Date;
}

/**
 * Moves up to `rows` due notices to the queues of the members that they concern and that want them. Decisions
 * concern the requester, blocked changes the members of a team, and requests those with one of the roles. What each of them may
 * see is found out when the mail is written. Returns how many notices were moved.
 */
export async function queueNotices(
  sql: Transaction,
  { now, nextDigest }: MailTimes,
  decidingRoles: readonly string[],
  rows: number,
): Promise<number> {
  const [moved] = await sql<[{ count: number }]>`
    with notice as (
      delete from mail_notices where (org_id, entry_id) in (
        select org_id, entry_id from mail_notices where due_at <= ${now} order by due_at limit ${rows} for update skip locked
      ) returning org_id, entry_id, split_part(entry_id, '/', 1) as kind, split_part(entry_id, '/', 2)::uuid as subject_id
    ), concerned as (
      select notice.*, member.id as member_id, 'request' as wanted
      from notice join organisation_members as member on member.org_id = notice.org_id
        and member.role = any(${storableArray(decidingRoles)}::text[])
      where notice.kind = 'request'
      union
      select notice.*, member.id, case notice.kind when 'expiring' then notice.kind else 'decision' end
      from notice
      join exceptions on exceptions.org_id = notice.org_id and exceptions.id = subject_id
      join organisation_members as member on member.org_id = notice.org_id and member.subject = requested_by_id
      where notice.kind in ('approved', 'rejected', 'revoked', 'expiring') and requested_by_kind = 'user'
      union
      select notice.*, belonging.member_id, notice.kind
      from notice
      join changes on changes.org_id = notice.org_id and changes.id = subject_id
      join team_patterns as pattern on pattern.org_id = notice.org_id
        and matches_glob(pattern.repository, changes.repository)
      join team_members as belonging on belonging.org_id = notice.org_id and belonging.team_id = pattern.team_id
      where notice.kind = 'blocked'
      union
      select notice.*, subject_id, notice.kind from notice where notice.kind = 'invitation'
    ), queued as (
      insert into mail_queue (org_id, member_id, entry_id, due_at)
      select concerned.org_id, concerned.member_id, entry_id,
        case when pace = 'daily' and concerned.kind <> 'invitation' then ${nextDigest}::timestamptz else ${now}::timestamptz end
      from concerned
      join organisation_members as member on member.org_id = concerned.org_id and member.id = concerned.member_id
      left join mail_choices as choice on choice.org_id = concerned.org_id and choice.member_id = concerned.member_id
      where email is not null and (concerned.kind = 'invitation' or (
        subject is not null and coalesce(pace, ${MAIL_CHOICE_DEFAULT.pace}) <> 'never'
        and wanted = any(coalesce(kinds, ${storableArray(MAIL_CHOICE_DEFAULT.kinds)}::text[]))
      ))
      on conflict (org_id, member_id, entry_id) do update
      -- A later invitation has another link. Everything else is told once.
      set due_at = excluded.due_at, sent_at = null, attempts = 0, leased_until = null where mail_queue.entry_id like 'invitation/%'
    )
    select count(*)::integer as count from notice`;
  return moved.count;
}

/** Entries that are due for one member. */
export interface DueMail {
  readonly orgId: string;
  readonly memberId: string;
  readonly entryIds: readonly string[];
  /** Attempts to send them, this one included. */
  readonly attempts: number;
  /** End of the lease, by which its holder is known. */
  readonly leasedUntil: Date;
}

/** Takes what is due for the member who has waited longest, for this time. Returns undefined when nothing is due. */
export async function claimMail(sql: Transaction, now: Date, leaseMs: number): Promise<DueMail | undefined> {
  const leasedUntil = new Date(now.getTime() + leaseMs);
  // One at a time: two claims may lock rows of one member.
  await sql`select pg_advisory_xact_lock(hashtextextended('claims of mails', 0))`;
  const [due] = await sql<[Omit<DueMail, 'leasedUntil'>?]>`
    with next as (
      select org_id, member_id from mail_queue
      where sent_at is null and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by due_at limit 1
    ), claimed as (
      update mail_queue set leased_until = ${leasedUntil}, attempts = attempts + 1
      from next
      where mail_queue.org_id = next.org_id and mail_queue.member_id = next.member_id and sent_at is null
        and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
      returning mail_queue.org_id, mail_queue.member_id, entry_id, attempts
    )
    select org_id, member_id, json_agg(entry_id order by entry_id) as entry_ids, max(attempts) as attempts
    from claimed group by org_id, member_id`;
  return due === undefined ? undefined : { ...due, leasedUntil };
}

/** Records that entries were sent, or need not be. */
export async function markSent(
  sql: Transaction,
  { orgId, memberId, entryIds, leasedUntil }: DueMail,
  at: Date,
): Promise<void> {
  await sql`
    update mail_queue set sent_at = ${at}, leased_until = null
    where org_id = ${orgId} and member_id = ${memberId} and leased_until = ${leasedUntil}
      and entry_id = any(${storableArray(entryIds)}::text[])`;
}

/** Returns entries to the queue until a later time. */
export async function postponeMail(
  sql: Transaction,
  { orgId, memberId, entryIds, leasedUntil }: DueMail,
  dueAt: Date,
): Promise<void> {
  await sql`
    update mail_queue set due_at = ${dueAt}, leased_until = null
    where org_id = ${orgId} and member_id = ${memberId} and leased_until = ${leasedUntil}
      and entry_id = any(${storableArray(entryIds)}::text[])`;
}

/** Forgets what was sent before a time: inboxes list it no more. */
export async function deleteSentMails(sql: Transaction, before: Date): Promise<void> {
  await sql`delete from mail_queue where sent_at < ${before}`;
}
