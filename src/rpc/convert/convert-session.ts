/** Converts sessions to messages. */

import type { Complete } from '../../contract/complete.ts';
import { LOCAL_ISSUER } from '../../contract/member.ts';
import type { GetOwnGroupsResponse, Session } from '../../gen/flowarden/v1/session.ts';
import type { ReceivedGroups } from '../../service/access/oidc/received-groups-store.ts';
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

/** Converts the groups of the last ID token. */
export function ownGroupsMessage(received: ReceivedGroups | undefined): Complete<GetOwnGroupsResponse> {
  return {
    claim: received?.claim,
    receivedAt: received && new Date(received.at),
    groups: [...(received?.groups ?? [])],
    problem: received?.problem ?? undefined,
    organisations: (received?.organisations ?? []).map(({ role, problem, teams, groups, ...given }) => ({
      ...given,
      role: role ?? undefined,
      teams: [...teams],
      groups: [...groups],
      problem: problem ?? undefined,
    })),
  };
}
