/** POST /api/v1/sign-in/oidc: begins a sign-in at the identity provider. */
import { z } from 'zod';
import { SignInServiceService } from '../../../src/gen/flowarden/v1/session.ts';
import { READ_TIME } from '../../core/client.ts';
import { textField } from '../../endpoint/fields.ts';
import { defineRoute, forAnybody } from '../../endpoint/route.ts';
import { flowCookie } from '../../request/cookies.ts';
import { CHECK_HEADERS, SESSION_HEADERS } from './session-examples.ts';

/** Longest path of a page to return to. */
const PATH_CHARACTERS_MAX = 2_000;

export const startProviderSignIn = defineRoute({
  method: 'POST',
  path: '/api/v1/sign-in/oidc',
  operationId: 'startProviderSignIn',
  tag: 'People',
  summary: 'Sign in at the identity provider',
  description:
    'Begins a sign-in (OpenID Connect, code flow with PKCE). The page then goes to `url`; the provider sends the browser back to `/sign-in/oidc/callback`, which begins the session and leads to `returnTo`.',
  access: forAnybody(SignInServiceService.startProviderSignIn),
  signIn: 'perform',
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      returnTo: textField(PATH_CHARACTERS_MAX, 'Path of the page to return to.').optional(),
      reauthenticate: z.boolean().default(false).meta({
        description:
          'True if the person has to prove anew who they are, after 403 `reauthentication_required`.',
      }),
    }),
    example: { returnTo: '/feed' },
  },
  answers: {
    200: {
      description: 'The address of the provider.',
      message: 'flowarden.v1.StartProviderSignInResponse',
      headers: SESSION_HEADERS,
    },
  },
  errorHeaders: CHECK_HEADERS,
  errors: ['state_conflict', 'identity_provider_unavailable'],
  async handle({ body, context }, { core }) {
    const request = { returnTo: body.returnTo ?? '/', isRepeated: body.reauthenticate };
    const { url, flow } = await core.call(
      SignInServiceService.startProviderSignIn,
      request,
      context,
      READ_TIME,
    );
    return { status: 200, body: { url }, cookies: [flowCookie(flow)] };
  },
});
