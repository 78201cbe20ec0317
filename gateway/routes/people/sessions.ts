/** /api/v1/session and /api/v1/sessions: the sessions of the person who has signed in. */
import { z } from 'zod';
import { AppError } from '../../../src/errors.ts';
import { SessionServiceService } from '../../../src/gen/flowarden/v1/session.ts';
import { READ_TIME } from '../../core/client.ts';
import { isSession } from '../../core/credentials.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import { defineRoute, forPeople, NOTHING } from '../../endpoint/route.ts';
import { sessionCookie } from '../../request/cookies.ts';
import { CHECK_HEADERS, passwordText, SESSION_HEADERS, sessionExample } from './session-examples.ts';
import {
  CurrentSessionResponse,
  SessionListResponse,
  SessionsEndedResponse,
  SignOutResponse,
} from './session-schema.ts';

const tag = 'People';

/** Answer about a browser in which no one has signed in. */
const NO_SESSION = { person: null, session: null, organisations: [], hasAuthorizationHeader: false };

export const getSession = defineRoute({
  method: 'GET',
  path: '/api/v1/session',
  operationId: 'getSession',
  tag,
  summary: 'Read who has signed in',
  description:
    'The person, the session, and the organisations with what the person may do there. Without a session, and after its end, all of them are null or empty. Each answer gives the cookie by which sign-in knows that the browser stores cookies.',
  access: forPeople(SessionServiceService.getSession, { withoutSession: true }),
  signIn: 'prepare',
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'Who has signed in.',
      schema: CurrentSessionResponse,
      examples: {
        'a person': { ...sessionExample, hasAuthorizationHeader: false },
        'no one': NO_SESSION,
      },
      headers: CHECK_HEADERS,
    },
  },
  errorHeaders: CHECK_HEADERS,
  errors: [],
  async handle({ context }, { core }) {
    if (context.caller === null) return { status: 200, body: NO_SESSION };
    if (!isSession(context.caller))
      return { status: 200, body: { ...NO_SESSION, hasAuthorizationHeader: true } };
    try {
      const { session } = await core.call(SessionServiceService.getSession, {}, context, READ_TIME);
      return { status: 200, body: { ...session, hasAuthorizationHeader: false } };
    } catch (error) {
      // The session has ended, or there was none with this secret.
      if (error instanceof AppError && error.code === 'credentials_expired')
        return { status: 200, body: NO_SESSION };
      throw error;
    }
  },
});

export const signOut = defineRoute({
  method: 'DELETE',
  path: '/api/v1/session',
  operationId: 'signOut',
  tag,
  summary: 'Sign out',
  description: 'Ends the session, everywhere within five seconds, and takes its cookie away.',
  access: forPeople(SessionServiceService.signOut),
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The session has ended.',
      schema: SignOutResponse,
      example: { providerSignOutUrl: null },
      headers: SESSION_HEADERS,
    },
  },
  errors: [],
  async handle({ context }, { core }) {
    const body = await core.call(SessionServiceService.signOut, {}, context, READ_TIME);
    return { status: 200, body, cookies: [sessionCookie(null)] };
  },
});

export const reauthenticate = defineRoute({
  method: 'POST',
  path: '/api/v1/session/reauthentication',
  operationId: 'reauthenticate',
  tag,
  summary: 'Enter the password again',
  description:
    'Renews the sign-in, for acts that answer 403 `reauthentication_required`: those that give others access, move the gate, choose where events go, or show a secret.',
  access: forPeople(SessionServiceService.reauthenticate),
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({ password: passwordText('The password.') }),
    example: { password: 'five words that only Ada knows' },
  },
  answers: { 204: { description: 'The sign-in is recent again.', schema: null } },
  errors: ['state_conflict'],
  async handle({ body, context }, { core }) {
    await core.call(SessionServiceService.reauthenticate, body, context, READ_TIME);
    return { status: 204 };
  },
});

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/v1/sessions',
  operationId: 'listSessions',
  tag,
  summary: 'List the own sessions',
  description: 'The sessions of the person that have not ended.',
  access: forPeople(SessionServiceService.listSessions),
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The sessions.',
      schema: SessionListResponse,
      example: {
        sessions: [
          {
            id: sessionExample.session.id,
            createdAt: '2026-03-02T09:41:07.312Z',
            lastSeenAt: '2026-03-02T11:02:55.091Z',
            expiresAt: '2026-03-09T09:41:07.312Z',
            address: '192.0.2.7',
            browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
            isCurrent: true,
          },
        ],
      },
    },
  },
  errors: [],
  async handle({ context }, { core }) {
    const body = await core.call(SessionServiceService.listSessions, {}, context, READ_TIME);
    return { status: 200, body };
  },
});

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/v1/sessions/:id',
  operationId: 'endSession',
  tag,
  summary: 'End a session',
  description: 'Ends one of the own sessions, everywhere within five seconds.',
  access: forPeople(SessionServiceService.endSession),
  params: z.strictObject({ id: uuid().describe('Id of the session.') }),
  query: NOTHING,
  body: null,
  answers: { 204: { description: 'The session has ended.', schema: null } },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    await core.call(SessionServiceService.endSession, params, context, READ_TIME);
    return { status: 204 };
  },
});

export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/v1/sessions',
  operationId: 'endOtherSessions',
  tag,
  summary: 'End all other sessions',
  description: 'Ends all own sessions but that of the call, everywhere within five seconds.',
  access: forPeople(SessionServiceService.endOtherSessions),
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: { description: 'They have ended.', schema: SessionsEndedResponse, example: { ended: 2 } },
  },
  errors: [],
  async handle({ context }, { core }) {
    const body = await core.call(SessionServiceService.endOtherSessions, {}, context, READ_TIME);
    return { status: 200, body };
  },
});
