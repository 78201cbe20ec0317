/** Calls about the person who uses the app: sign-in, links, sessions and the account. */
import type { z } from 'zod';
import type {
  CurrentSessionResponse,
  ProviderSignInResponse,
  SessionListResponse,
  SessionResponse,
  SessionsEndedResponse,
  SignInLinkResponse,
  SignInOptionsResponse,
  SignOutResponse,
} from '../../../gateway/routes/people/session-schema.ts';
import { defineCall } from '../define-call.ts';

export type SessionAnswer = z.output<typeof SessionResponse>;
export type CurrentSessionAnswer = z.output<typeof CurrentSessionResponse>;
export type SignInOptions = z.output<typeof SignInOptionsResponse>;
export type SignInLink = z.output<typeof SignInLinkResponse>;
export type SignedOut = z.output<typeof SignOutResponse>;
export type ListedSession = z.output<typeof SessionListResponse>['sessions'][number];

/** Members of a form behind a link. The token says which of them are needed. */
export interface LinkForm {
  readonly token: string;
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
}

export const getSignInOptions = defineCall<SignInOptions>('GET', '/api/v1/sign-in');
export const readSignInLink = defineCall<SignInLink, { body: { token: string } }>(
  'POST',
  '/api/v1/sign-in/link',
);
export const signInByPassword = defineCall<SessionAnswer, { body: { email: string; password: string } }>(
  'POST',
  '/api/v1/session',
);
export const signInByLink = defineCall<SessionAnswer, { body: LinkForm }>('POST', '/api/v1/session/link');
export const startProviderSignIn = defineCall<
  z.output<typeof ProviderSignInResponse>,
  { body: { returnTo: string; reauthenticate: boolean } }
>('POST', '/api/v1/sign-in/oidc');
export const reauthenticate = defineCall<null, { body: { password: string } }>(
  'POST',
  '/api/v1/session/reauthentication',
);
export const acceptInvitation = defineCall<SessionAnswer, { body: { token: string } }>(
  'POST',
  '/api/v1/account/invitation',
);

export const updateAccount = defineCall<SessionAnswer, { body: { name: string } }>(
  'PATCH',
  '/api/v1/account',
);
export const changePassword = defineCall<null, { body: { currentPassword: string; newPassword: string } }>(
  'POST',
  '/api/v1/account/password',
);
export const listSessions = defineCall<z.output<typeof SessionListResponse>>('GET', '/api/v1/sessions');
export const endSession = defineCall<null, { params: { id: string } }>('DELETE', '/api/v1/sessions/{id}');
export const endOtherSessions = defineCall<z.output<typeof SessionsEndedResponse>>(
  'DELETE',
  '/api/v1/sessions',
);
