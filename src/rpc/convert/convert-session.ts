/** Converts sessions to messages. */

import type { Complete } from '../../contract/complete.ts';
import { LOCAL_ISSUER } from '../../contract/member.ts';
import type { Session } from '../../gen/flowarden/v1/session.ts';
import type { PersonOrganisation } from '../../service/access/sessions/person-organisations.ts';
import type { SessionRecord } from '../../service/access/sessions/sessions-store.ts';

/** Converts a session and the organisations of its person. */
export function sessionMessage(
  session: SessionRecord,
  organisations: readonly PersonOrganisation[],
): Complete<Session> {
  const { id, accountId, name, email, issuer, createdAt, authenticatedAt, expiresAt } = session;
  return {
    person: { id: accountId, name, email: email ?? undefined, isLocal: issuer === LOCAL_ISSUER },
    session: { id, createdAt, authenticatedAt, expiresAt },
    organisations: organisations.map((organisation) => ({
      ...organisation,
      scopes: [...organisation.scopes],
    })),
  };
}
