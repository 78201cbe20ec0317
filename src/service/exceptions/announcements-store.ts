/** Exceptions whose end is near and has not been announced. Needs the owner's connection, for all organisations. */

import type { ExpiringExceptionEvent } from '../../contract/event.ts';
import { SETTINGS_DEFAULT } from '../../contract/organisation-settings.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { DAY_MS } from '../../units.ts';
import { insertEvent } from '../webhooks/events-store.ts';
import type { ExceptionRecord } from './exceptions-store.ts';
import { EXCEPTION_LIMITS } from './limits.ts';

type Due = Pick<
  ExceptionRecord,
  | 'id'
  | 'orgId'
  | 'ruleId'
  | 'fileName'
  | 'location'
  | 'repository'
  | 'reason'
  | 'expiresAt'
  | 'requestedByEmail'
>;

/**
 * Announces the approved exceptions that have entered their warning window. The most urgent come first, and each is
 * marked in the transaction of its event. Those that another scan has locked are left to it. Returns their number; fewer
 * than `announcedAtOnceMax` were all. A day of the window is 24 hours.
 */
export async function announceExceptions(sql: Transaction, now: Date): Promise<number> {
  const due = await sql<Due[]>`
    select exceptions.org_id, id, rule_id, file_name, location, repository, reason, expires_at, requested_by_email
    from exceptions left join organisation_settings as settings on settings.org_id = exceptions.org_id
    where decision = 'approved' and announced_at is null and expires_at > ${now}
      and expires_at <= ${now}::timestamptz
        + coalesce(exception_warning_days, ${SETTINGS_DEFAULT.exceptionWarningDays}) * interval '24 hours'
    order by expires_at
    limit ${EXCEPTION_LIMITS.announcedAtOnceMax}
    for update of exceptions skip locked`;
  for (const exception of due) {
    await insertEvent(sql, exceptionExpiringSoon(exception, now));
    await sql`
      update exceptions set announced_at = ${now} where org_id = ${exception.orgId} and id = ${exception.id}`;
  }
  return due.length;
}

/** Returns the event data of an exception that is about to end. */
function exceptionExpiringSoon(exception: Due, now: Date): ExpiringExceptionEvent {
  const { id, orgId, ruleId, fileName, location, reason, expiresAt, requestedByEmail } = exception;
  return {
    id: uuidV7(now),
    orgId,
    kind: 'exception.expiring_soon',
    occurredAt: now,
    data: {
      exceptionId: id,
      ruleId,
      fileName,
      location,
      reason,
      expiresAt: expiresAt.toISOString(),
      // Days that have begun: an exception with some hours left has one.
      daysRemaining: Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS),
      requestedByEmail,
    },
    chat: { repository: exception.repository },
  };
}
