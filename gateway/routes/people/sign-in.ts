/** /api/v1/session and /api/v1/sign-in: how people get a session. */
import { z } from 'zod';
import { EMAIL_FORM, isEmail } from '../../../src/contract/member.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { type Session, SignInServiceService } from '../../../src/gen/flowarden/v1/session.ts';
import { READ_TIME } from '../../core/client.ts';
import { textField } from '../../endpoint/fields.ts';
import { type Answer, defineRoute, forAnybody } from '../../endpoint/route.ts';
import { sessionCookie } from '../../request/cookies.ts';
import {
  CHECK_HEADERS,
  LINK_BODY,
  linkToken,
  PASSWORD_RULE,
  passwordText,
  personName,
  SESSION_HEADERS,
} from './session-examples.ts';

const tag = 'People';

const email = (description: string) =>
  textField(FIELD_LIMITS['AddMemberRequest.email'].maxLength, description).refine(
    (text) => isEmail(text.trim()),
    {
      error: `must be ${EMAIL_FORM}`,
    },
  );

const signedIn = {
  200: {
    description: 'The session. Its secret is in the cookie `__Host-flowarden` alone.',
    message: 'flowarden.v1.Session',
    headers: SESSION_HEADERS,
  },
} as const;

export const signInOptions = defineRoute({
  method: 'GET',
  path: '/api/v1/sign-in',
  operationId: 'getSignInOptions',
  tag,
  summary: 'Read how people can sign in',
  description: 'For the sign-in page. Needs no credentials.',
  access: forAnybody(SignInServiceService.getSignInOptions),
  signIn: 'prepare',
  answers: {
    200: {
      description: 'How people can sign in.',
      message: 'flowarden.rest.v1.SignInOptionsResponse',
      headers: CHECK_HEADERS,
    },
  },
  errorHeaders: CHECK_HEADERS,
  async handle({ context }, { core }) {
    const { passwords, providerIssuer: issuer } = await core.call(
      SignInServiceService.getSignInOptions,
      {},
      context,
      READ_TIME,
    );
    return { status: 200, body: { passwords, provider: issuer === undefined ? null : { issuer } } };
  },
});

export const signIn = defineRoute({
  method: 'POST',
  path: '/api/v1/session',
  operationId: 'signIn',
  tag,
  summary: 'Sign in by password',
  description:
    'Begins a session of a local account and gives the browser its cookie; an earlier session of the browser ends. For pages of the web app alone: programs use a key or a token.',
  access: forAnybody(SignInServiceService.signIn),
  signIn: 'perform',
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({ email: email('The address.'), password: passwordText('The password.') }),
    example: { email: 'ada@example.com', password: 'five words that only Ada knows' },
    codes: { email: 'invalid_email' },
  },
  answers: signedIn,
  errorHeaders: CHECK_HEADERS,
  errors: ['invalid_email', 'invalid_credentials', 'state_conflict'],
  async handle({ body, browser, context }, { core }) {
    const request = { ...body, browser: browser.name, replacedSecret: browser.sessionSecret ?? '' };
    return begun(await core.call(SignInServiceService.signIn, request, context, READ_TIME));
  },
});

export const readSignInLink = defineRoute({
  method: 'POST',
  path: '/api/v1/sign-in/link',
  operationId: 'readSignInLink',
  tag,
  summary: 'Read what a link is for',
  description: 'The link stays usable. Its token is in the body, so that it is in no log.',
  access: forAnybody(SignInServiceService.getSignInLink),
  body: LINK_BODY,
  answers: {
    200: {
      description: 'The link.',
      message: 'flowarden.rest.v1.SignInLinkResponse',
    },
  },
  errors: ['not_found'],
  async handle({ body, context }, { core }) {
    const link = await core.call(SignInServiceService.getSignInLink, body, context, READ_TIME);
    const organisation = { id: link.organisationId, name: link.organisationName };
    return { status: 200, body: { link, organisation } };
  },
});

export const useSignInLink = defineRoute({
  method: 'POST',
  path: '/api/v1/session/link',
  operationId: 'useSignInLink',
  tag,
  summary: 'Sign in by a link',
  description: `Uses up a link and begins a session. A first account needs \`name\`, \`email\` and \`password\`, an invitation of a new person \`name\` and \`password\`, a recovery \`password\`, which is the new one. A person who has an account joins with its \`password\` alone, without \`name\`; with \`name\` an invitation makes an account of its own, also where the address has one. A new password has ${PASSWORD_RULE}. Where passwords are switched off none is needed.`,
  access: forAnybody(SignInServiceService.useSignInLink),
  signIn: 'perform',
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      token: linkToken(),
      name: personName().nullable().optional(),
      email: email('The address, for a first account.').nullable().optional(),
      password: passwordText('The password.').nullable().optional(),
    }),
    example: { token: 'q3Jz8Wd0…', name: 'Ada Example', password: 'five words that only Ada knows' },
    codes: { email: 'invalid_email' },
  },
  answers: signedIn,
  errorHeaders: CHECK_HEADERS,
  errors: ['invalid_email', 'invalid_credentials', 'not_found', 'state_conflict'],
  async handle({ body, browser, context }, { core }) {
    const request = {
      token: body.token,
      name: body.name ?? '',
      email: body.email ?? '',
      password: body.password ?? '',
      browser: browser.name,
      replacedSecret: browser.sessionSecret ?? '',
    };
    return begun(await core.call(SignInServiceService.useSignInLink, request, context, READ_TIME));
  },
});

/** Returns the answer that gives the browser its session. */
function begun({ session, secret }: { session: Session | undefined; secret: string }): Answer {
  const expiresAt = session?.session?.expiresAt ?? new Date(0);
  return { status: 200, body: session, cookies: [sessionCookie({ secret, expiresAt })] };
}
