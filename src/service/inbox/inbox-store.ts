/** Store of inboxes: what they list, and what was read. */
import type { AuditActor } from '../../contract/audit.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { CHANGES_SCANNED_MAX } from '../changes/changes-store.ts';
import { type ExceptionRecord, exceptionColumns } from '../exceptions/exceptions-store.ts';

/** Lists the newest exceptions that wait for a decision. */
export async function listOpenRequests(
  sql: TenantTransaction,
  now: Date,
  limit: number,
): Promise<readonly ExceptionRecord[]> {
  return sql<ExceptionRecord[]>`
    select ${exceptionColumns(sql)} from exceptions
    where org_id = ${sql.orgId} and decision = 'pending' and expires_at > ${now}
    order by id desc limit ${limit}`;
}

/** Lists the newest requests of an actor that others decided on since a time. */
export async function listDecided(
  sql: TenantTransaction,
  actor: AuditActor,
  since: Date,
  limit: number,
): Promise<readonly ExceptionRecord[]> {
  return sql<ExceptionRecord[]>`
    select ${exceptionColumns(sql)} from exceptions
    where ${requestedBy(sql, actor)} and decision <> 'pending' and coalesce(revoked_at, decided_at) > ${since}
      and coalesce(revoked_by_id, decided_by_id) <> ${storableText(actor.id)}
    order by coalesce(revoked_at, decided_at) desc limit ${limit}`;
}

/** Lists the approved requests of an actor that end next. */
export async function listEnding(
  sql: TenantTransaction,
  actor: AuditActor,
  { now, endsBefore }: { readonly now: Date; readonly endsBefore: Date },
  limit: number,
): Promise<readonly ExceptionRecord[]> {
  return sql<ExceptionRecord[]>`
    select ${exceptionColumns(sql)} from exceptions
    where ${requestedBy(sql, actor)} and decision = 'approved' and expires_at > ${now} and expires_at <= ${endsBefore}
    order by expires_at limit ${limit}`;
}

/** A change that the gate has blocked. */
export interface BlockedChange {
  readonly id: string;
  readonly occurredAt: Date;
  readonly fileName: string;
  readonly repository: string;
  readonly author: string | null;
  readonly wouldBlock: number;
}

/** Lists the newest blocked changes of the repositories that patterns of a member's teams name. */
export async function listBlockedChanges(
  sql: TenantTransaction,
  subject: string,
  since: Date,
  limit: number,
): Promise<readonly BlockedChange[]> {
  return sql<BlockedChange[]>`
    select change.id, coalesce(change.ended_at, change.active_at) as occurred_at, change.filename as file_name,
      change.repository, change.pipeline ->> 'author' as author, change.would_block_count as would_block
    from (
      select * from changes
      where org_id = ${sql.orgId} and active_at > ${since}
      order by active_at desc, id desc limit ${CHANGES_SCANNED_MAX}
    ) as change
    where change.blocked_count > 0 and exists (
      select from organisation_members as member
      join team_members as belonging on belonging.org_id = member.org_id and belonging.member_id = member.id
      join team_patterns as pattern on pattern.org_id = member.org_id and pattern.team_id = belonging.team_id
      where member.org_id = ${sql.orgId} and member.subject = ${storableText(subject)}
        and matches_glob(pattern.repository, change.repository)
    )
    order by change.active_at desc, change.id desc limit ${limit}`;
}

/** Lists the ids of the entries that someone has read. */
export async function listInboxReads(sql: TenantTransaction, readerId: string): Promise<readonly string[]> {
  const rows = await sql<{ entryId: string }[]>`
    select entry_id from inbox_reads where org_id = ${sql.orgId} and reader_id = ${storableText(readerId)}`;
  return rows.map(({ entryId }) => entryId);
}

/** Notes that someone has read entries. */
export async function insertInboxReads(
  sql: TenantTransaction,
  readerId: string,
  entryIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into inbox_reads (org_id, reader_id, entry_id, read_at)
    select ${sql.orgId}, ${storableText(readerId)}, entry_id, ${at}
    from unnest(${storableArray(entryIds)}::text[]) as entry (entry_id)
    on conflict do nothing`;
}

/** Forgets what someone has read before a time: such entries are listed no more. */
export async function deleteOldInboxReads(
  sql: TenantTransaction,
  readerId: string,
  before: Date,
): Promise<void> {
  await sql`
    delete from inbox_reads
    where org_id = ${sql.orgId} and reader_id = ${storableText(readerId)} and read_at < ${before}`;
}

function requestedBy(sql: TenantTransaction, { id, kind }: AuditActor) {
  return sql`
    org_id = ${sql.orgId} and requested_by_id = ${storableText(id)}
    and (requested_by_kind = 'user') = ${kind === 'user'}`;
}
