/** Second account with an address: what happens to the first one, and where that is recorded. */
import { withOrganisation, withPerson } from '../../../infra/database/database.ts';
import { audit } from '../../audit/audit-store.ts';
import { type AccountRecord, listAccountsByAddress } from '../accounts/accounts-store.ts';
import { readPersonOrganisations } from '../sessions/person-organisations.ts';
import type { SessionDeps } from '../sessions/sessions.ts';
import { deleteOtherSessions } from '../sessions/sessions-store.ts';

/**
 * Ends the sessions of the other accounts with the address of a new one, and records that. The organisations of all of
 * them learn of it, as one of the persons may not own the address.
 */
export async function reportSharedAddress(
  { sql, sessions }: Pick<SessionDeps, 'sql' | 'sessions'>,
  { id, email }: AccountRecord,
): Promise<void> {
  if (email === null) return;
  const sharing = await withPerson(sql, { 'app.email': email }, (inner) =>
    listAccountsByAddress(inner, email),
  );
  for (const account of sharing) {
    if (account.id !== id) {
      const ended = await withPerson(sql, { 'app.account': account.id }, (inner) =>
        deleteOtherSessions(inner, account.id, null),
      );
      for (const hash of ended) sessions.forget(hash);
    }
    for (const { id: orgId } of await readPersonOrganisations(sql, { ...account, claimedRoles: null }))
      await withOrganisation(sql, orgId, (inner) =>
        audit(inner, {
          actor: { kind: 'system', id: 'invitations', name: 'Invitations', email: null },
          action: 'member.address_shared',
          target: { kind: 'member', id: account.subject, name: account.name },
          details: { email, endedSessions: account.id !== id },
          requestId: null,
        }),
      );
  }
}
