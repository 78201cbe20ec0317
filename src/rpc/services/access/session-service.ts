import { LOCAL_ISSUER } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import { SessionServiceService } from '../../../gen/flowarden/v1/session.ts';
import { withPerson } from '../../../infra/database/database.ts';
import { changePassword, renamePerson } from '../../../service/access/accounts/person-account.ts';
import { acceptInvitation } from '../../../service/access/links/use-link.ts';
import type { SignInProvider } from '../../../service/access/oidc/provider.ts';
import { findReceivedGroups } from '../../../service/access/oidc/received-groups-store.ts';
import { readPersonOrganisations } from '../../../service/access/sessions/person-organisations.ts';
import { endOtherSessions, endSession, readSessions } from '../../../service/access/sessions/sessions.ts';
import type { SessionRecord } from '../../../service/access/sessions/sessions-store.ts';
import { reauthenticate, type SignInDeps } from '../../../service/access/sessions/sign-in.ts';
import { ownGroupsMessage, sessionMessage } from '../../convert/convert-session.ts';
import { requiredText } from '../../convert/fields.ts';
import { definePersonService, type Service } from '../../server/service.ts';
import { passwordField } from './sign-in-service.ts';

/** Creates the service; `provider` is undefined where people do not sign in at an identity provider. */
export function sessionService(deps: SignInDeps, provider: SignInProvider | undefined): Service {
  const answer = async (session: SessionRecord) => ({
    session: sessionMessage(session, await readPersonOrganisations(deps.sql, session)),
  });
  return definePersonService(SessionServiceService, {
    getSession: { handle: (_request, { session }) => answer(session) },
    reauthenticate: {
      async handle(request, { session, client }) {
        const password = passwordField('password', request.password);
        await reauthenticate(deps, session, password, { address: client });
        return {};
      },
    },
    signOut: {
      async handle(_request, { session }) {
        await endSession(deps, session.accountId, session.id);
        if (provider === undefined || session.issuer === LOCAL_ISSUER)
          return { providerSignOutUrl: undefined };
        // The session here has ended, even when the provider is away.
        return { providerSignOutUrl: (await provider.signOutUrl().catch(() => null)) ?? undefined };
      },
    },
    listSessions: {
      async handle(_request, { session }) {
        const sessions = await readSessions(deps, session.accountId);
        return { sessions: sessions.map((one) => ({ ...one, isCurrent: one.id === session.id })) };
      },
    },
    endSession: {
      async handle({ id }, { session }) {
        if (await endSession(deps, session.accountId, id)) return {};
        throw new AppError('not_found', `You have no session with the id ${id}.`, { id });
      },
    },
    endOtherSessions: {
      async handle(_request, { session }) {
        return { ended: await endOtherSessions(deps, session.accountId, session.id) };
      },
    },
    updateAccount: {
      async handle({ name }, { session }) {
        const text = requiredText('name', name);
        return answer(await renamePerson(deps, session, text));
      },
    },
    changePassword: {
      async handle(request, { session, client }) {
        const change = {
          currentPassword: passwordField('current_password', request.currentPassword),
          newPassword: passwordField('new_password', request.newPassword),
        };
        await changePassword(deps, session, change, { address: client });
        return {};
      },
    },
    getOwnGroups: {
      async handle(_request, { session: { accountId } }) {
        const received = await withPerson(deps.sql, { 'app.account': accountId }, (transaction) =>
          findReceivedGroups(transaction, accountId),
        );
        return ownGroupsMessage(received);
      },
    },
    acceptInvitation: {
      async handle({ token }, { session }) {
        await acceptInvitation(deps, session, token);
        return answer(session);
      },
    },
  });
}
