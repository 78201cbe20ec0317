/** Announces credentials of sources that are about to end: the daily look. */
import type { ExpiringCredentialEvent } from '../../../contract/event.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { DAY_MS } from '../../../units.ts';
import { insertEvent } from '../../webhooks/events-store.ts';
import { type ExpiringCredential, takeExpiringCredentials } from './source-announcements-store.ts';
import { sourceMembers } from './source-members.ts';

/** Days before the end at which a credential is announced. */
const WARNING_DAYS = [14, 7, 1];

/** Announces one batch after the other until none is full. */
export const checkCredentials: JobTask<'check-credentials'> = async ({ sql, baseUrl, signal }) => {
  const rowsMax = INFRA_LIMITS.sweepRowsMax;
  for (let taken: number = rowsMax; taken === rowsMax && !signal.aborted; )
    taken = await inTransaction(sql, async (inner) => {
      const now = new Date();
      const due = await takeExpiringCredentials(inner, WARNING_DAYS, now, rowsMax);
      for (const credential of due) await insertEvent(inner, credentialExpiring(credential, baseUrl, now));
      return due.length;
    });
};

/** Returns the event of a credential that is about to end. */
function credentialExpiring(
  credential: ExpiringCredential,
  baseUrl: string,
  now: Date,
): ExpiringCredentialEvent {
  const { expiresAt } = credential;
  return {
    id: uuidV7(now),
    orgId: credential.orgId,
    kind: 'source.credential_expiring',
    occurredAt: now,
    chat: null,
    data: {
      ...sourceMembers(credential, baseUrl),
      expiresAt: expiresAt.toISOString(),
      // Days that have begun: a credential with some hours left has one.
      daysRemaining: Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS),
    },
  };
}
