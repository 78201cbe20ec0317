/** `flowarden.v1.SignInService`: lets people in, by password or by a link. */
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../errors.ts';
import { SignInServiceService } from '../../../gen/flowarden/v1/session.ts';
import { addressGroup } from '../../../infra/network/address-group.ts';
import { readLink } from '../../../service/access/links/read-link.ts';
import { useLink } from '../../../service/access/links/use-link.ts';
import { createLogoutNotices, type NoticeLog } from '../../../service/access/oidc/logout-notices.ts';
import {
  endSessionsOfProvider,
  type ProviderDeps,
  signInByProvider,
  storeLogoutNotice,
} from '../../../service/access/oidc/provider-sign-in.ts';
import { readPersonOrganisations } from '../../../service/access/sessions/person-organisations.ts';
import type { FreshSession, SignInOrigin } from '../../../service/access/sessions/sessions.ts';
import { type SignInDeps, signInByPassword } from '../../../service/access/sessions/sign-in.ts';
import type { CheckLogoutToken } from '../../../service/access/tokens/logout-token.ts';
import { sessionMessage } from '../../convert/convert-session.ts';
import { emailField, textField } from '../../convert/fields.ts';
import { type AnonymousContext, defineOpenService, type Service } from '../../server/service.ts';

/** Sign-in at the identity provider. */
export interface ProviderSignIn extends ProviderDeps {
  readonly checkLogout: CheckLogoutToken;
}

/** Creates the service; `atProvider` is undefined where people do not sign in at an identity provider. */
export function signInService(
  deps: SignInDeps,
  atProvider: ProviderSignIn | undefined,
  log: NoticeLog,
): Service {
  const carryOut = createLogoutNotices(
    {
      end: (notice) => endSessionsOfProvider(required(atProvider), notice),
      store: (notice) => storeLogoutNotice(deps, notice),
    },
    log,
  );
  const answer = async ({ record, secret }: FreshSession) => ({
    session: sessionMessage(record, await readPersonOrganisations(deps.sql, record)),
    secret,
  });
  return defineOpenService(SignInServiceService, {
    getSignInOptions: {
      handle: () => ({ passwords: deps.allowsPasswords, providerIssuer: atProvider?.provider.issuer }),
    },
    signIn: {
      async handle(request, context) {
        const email = emailField(request.email);
        if (email === null) throw missing('email');
        const password = passwordField('password', request.password);
        return answer(await signInByPassword(deps, email, password, originOf(request, context)));
      },
    },
    getSignInLink: {
      async handle({ token }) {
        const { purpose, email, organisation, role, hasAccount, expiresAt } = await readLink(deps, token);
        return {
          purpose,
          email: email ?? undefined,
          organisationId: organisation.id,
          organisationName: organisation.name,
          role: role ?? undefined,
          hasAccount,
          expiresAt,
        };
      },
    },
    useSignInLink: {
      async handle(request, context) {
        const input = {
          name: textField(request.name.trim()),
          email: emailField(request.email),
          password: request.password === '' ? null : passwordField('password', request.password),
        };
        return answer(await useLink(deps, request.token, input, originOf(request, context)));
      },
    },
    startProviderSignIn: {
      handle: ({ returnTo, isRepeated }) => required(atProvider).provider.begin(returnTo, isRepeated),
    },
    finishProviderSignIn: {
      async handle({ query, flow, browser }, { client }) {
        const origin = { address: client, browser, replacedSecret: null };
        const { fresh, returnTo } = await signInByProvider(required(atProvider), { query, flow }, origin);
        return { ...(await answer(fresh)), returnTo };
      },
    },
    endProviderSessions: {
      async handle({ logoutToken }, { client }) {
        const { checkLogout } = required(atProvider);
        const notice = await checkLogout(logoutToken).catch(async (error: unknown) => {
          if (error instanceof AppError && error.code === 'invalid_request')
            await deps.limiter.take('wrong-credential', { addressGroup: addressGroup(client) });
          throw error;
        });
        await carryOut(notice);
        return {};
      },
    },
  });
}

/** Reads a password in any form: only new passwords have rules. */
export function passwordField(field: string, value: string): string {
  if (value === '') throw missing(field);
  if (value.length <= 8 * CONTRACT_LIMITS.passwordCharactersMax) return value;
  throw new AppError(
    'invalid_field',
    `${field} has more characters than any password here: ${CONTRACT_LIMITS.passwordCharactersMax}.`,
    { field },
  );
}

function originOf(
  { browser, replacedSecret }: { readonly browser: string; readonly replacedSecret: string },
  { client }: AnonymousContext,
): SignInOrigin {
  return { address: client, browser, replacedSecret: replacedSecret === '' ? null : replacedSecret };
}

function required(atProvider: ProviderSignIn | undefined): ProviderSignIn {
  if (atProvider !== undefined) return atProvider;
  throw new AppError(
    'state_conflict',
    'No identity provider is set up for sign-in. The operator does that with FLOWARDEN_OIDC_CLIENT_ID.',
  );
}

function missing(field: string): AppError {
  return new AppError('missing_field', `${field} is missing.`, { field });
}
