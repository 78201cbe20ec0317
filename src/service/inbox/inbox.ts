/** The use cases of an inbox: read it, mark entries as read. */
import { narrowedTo, type Teams } from '../../infra/async/narrowing.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { DAY_MS } from '../../units.ts';
import { type Decider, rejectionsOf } from '../exceptions/decidable.ts';
import type { ExceptionRecord } from '../exceptions/exceptions-store.ts';
import { findSettings } from '../policy/organisation-settings-store.ts';
import {
  deleteOldInboxReads,
  insertInboxReads,
  listBlockedChanges,
  listDecided,
  listEnding,
  listInboxReads,
  listOpenRequests,
} from './inbox-store.ts';

/** Most entries of an inbox: the newest ones. */
export const INBOX_ENTRIES_MAX = 100;

/** Time that decisions and blocked changes stay. */
const INBOX_DAYS = 30;

/** An entry. Members that its kind does not have are null. */
export interface InboxEntry {
  /** Kind and subject. */
  readonly id: string;
  readonly kind: 'request' | 'decision' | 'expiring' | 'blocked';
  /** The exception; of `blocked` the change. */
  readonly subjectId: string;
  readonly occurredAt: Date;
  readonly isRead: boolean;
  readonly ruleId: string | null;
  readonly fileName: string;
  readonly repository: string | null;
  readonly person: string | null;
  readonly decision: string | null;
  readonly wouldBlock: number | null;
  readonly expiresAt: Date | null;
}

/** Inbox of one reader. */
export interface Inbox {
  readonly entries: readonly InboxEntry[];
  readonly unreadCount: number;
}

/** Reader of an inbox. */
export interface InboxReader {
  readonly orgId: string;
  readonly decider: Decider;
  /** Teams that the rights of the reader are narrowed to. */
  readonly teams: Teams;
}

/** Reads the newest entries that the reader may see. @throws AppError `query_timeout` */
export function readInbox(sql: Sql, { orgId, decider, teams }: InboxReader, now: Date): Promise<Inbox> {
  return narrowedTo(teams, () => readList(sql, orgId, (transaction) => inboxOf(transaction, decider, now)));
}

/** Marks entries as read, and counts what is left. Ids of no entry do nothing. */
export async function markRead(
  sql: Sql,
  reader: InboxReader,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const { entries } = await readInbox(sql, reader, now);
  const known = entries.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  const { id: readerId } = reader.decider.actor;
  await withOrganisation(sql, reader.orgId, async (transaction) => {
    await insertInboxReads(transaction, readerId, known, now);
    await deleteOldInboxReads(transaction, readerId, new Date(now.getTime() - 3 * INBOX_DAYS * DAY_MS));
  });
  return entries.filter(({ id, isRead }) => !isRead && !known.includes(id)).length;
}

async function inboxOf(sql: TenantTransaction, decider: Decider, now: Date): Promise<Inbox> {
  const { actor, scopes } = decider;
  const since = new Date(now.getTime() - INBOX_DAYS * DAY_MS);
  const { exceptionWarningDays } = await findSettings(sql);
  const endsBefore = new Date(now.getTime() + exceptionWarningDays * DAY_MS);
  const requests = await decidableRequests(sql, decider, now);
  const decided = await listDecided(sql, actor, since, INBOX_ENTRIES_MAX);
  const ending = await listEnding(sql, actor, { now, endsBefore }, INBOX_ENTRIES_MAX);
  const blocked =
    actor.kind === 'user' && scopes.includes('analysis:read')
      ? await listBlockedChanges(sql, actor.id, since, INBOX_ENTRIES_MAX)
      : [];
  const read = new Set(await listInboxReads(sql, actor.id));
  const entries = [
    ...requests.map((record) =>
      exceptionEntry('request', record, { at: record.requestedAt, person: record.requestedByName }),
    ),
    ...decided.map((record) =>
      exceptionEntry('decision', record, {
        at: record.revokedAt ?? record.decidedAt ?? record.requestedAt,
        person: record.revokedByName ?? record.decidedByName,
        decision: record.decision,
      }),
    ),
    ...ending.map((record) =>
      exceptionEntry('expiring', record, {
        at: new Date(record.expiresAt.getTime() - exceptionWarningDays * DAY_MS),
        person: null,
      }),
    ),
    ...blocked.map(({ id, occurredAt, fileName, repository, author, wouldBlock }) => ({
      id: `blocked/${id}`,
      kind: 'blocked' as const,
      subjectId: id,
      occurredAt,
      ruleId: null,
      fileName,
      repository,
      person: author,
      decision: null,
      wouldBlock,
      expiresAt: null,
    })),
  ]
    .sort((a, b) => b.occurredAt.getTime() - a.occurredAt.getTime())
    .slice(0, INBOX_ENTRIES_MAX)
    .map((entry) => ({ ...entry, isRead: read.has(entry.id) }));
  return { entries, unreadCount: entries.filter(({ isRead }) => !isRead).length };
}

async function decidableRequests(
  sql: TenantTransaction,
  decider: Decider,
  now: Date,
): Promise<readonly ExceptionRecord[]> {
  if (!decider.scopes.includes('exceptions:approve')) return [];
  const waiting = await listOpenRequests(sql, now, INBOX_ENTRIES_MAX);
  const rejections = await rejectionsOf(sql, decider, waiting, now);
  return waiting.filter((_, place) => rejections[place] === undefined);
}

function exceptionEntry(
  kind: 'request' | 'decision' | 'expiring',
  { id, ruleId, fileName, repository, expiresAt }: ExceptionRecord,
  { at, person, decision = null }: { at: Date; person: string | null; decision?: string | null },
): Omit<InboxEntry, 'isRead'> {
  return {
    // A decision that is revoked later is another entry.
    id: decision === null ? `${kind}/${id}` : `${decision}/${id}`,
    kind,
    subjectId: id,
    occurredAt: at,
    ruleId,
    fileName,
    repository,
    person,
    decision,
    wouldBlock: null,
    expiresAt,
  };
}
