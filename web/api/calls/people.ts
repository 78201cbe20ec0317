/** Calls about the person who uses the app: sign-in, links, sessions and the account. */
import type {
  CurrentSessionResponse,
  OwnGroupsResponse,
  ProviderSignInResponse,
  SessionListResponse,
  SessionResponse,
  SessionsEndedResponse,
  SignInLinkResponse,
  SignInOptionsResponse,
  SignOutResponse,
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type SessionAnswer = SessionResponse;
export type CurrentSessionAnswer = CurrentSessionResponse;
export type SignInOptions = SignInOptionsResponse;
export type SignInLink = SignInLinkResponse;
export type SignedOut = SignOutResponse;
export type ListedSession = SessionListResponse['sessions'][number];

/** Members of the form behind a link; the token decides which are required. */
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
  ProviderSignInResponse,
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
export const listSessions = defineCall<SessionListResponse>('GET', '/api/v1/sessions');
export const endSession = defineCall<null, { params: { id: string } }>('DELETE', '/api/v1/sessions/{id}');
export const endOtherSessions = defineCall<SessionsEndedResponse>('DELETE', '/api/v1/sessions');
export const getOwnGroups = defineCall<OwnGroupsResponse>('GET', '/api/v1/account/groups');
