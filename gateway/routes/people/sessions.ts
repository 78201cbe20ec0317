/** /api/v1/session: who has signed in, and the end of the session. */
import { AppError } from '../../../src/errors.ts';
import { SessionServiceService } from '../../../src/gen/flowarden/v1/session.ts';
import { exampleOf } from '../../contract/example.ts';
import { READ_TIME } from '../../core/client.ts';
import { isSession } from '../../core/credentials.ts';
import { defineRoute, forPeople } from '../../endpoint/route.ts';
import { sessionCookie } from '../../request/cookies.ts';
import { CHECK_HEADERS, SESSION_HEADERS } from './session-examples.ts';

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
  answers: {
    200: {
      description: 'Who has signed in.',
      message: 'flowarden.rest.v1.CurrentSessionResponse',
      examples: {
        'a person': { ...exampleOf('flowarden.v1.Session'), hasAuthorizationHeader: false },
        'no one': NO_SESSION,
      },
      headers: CHECK_HEADERS,
    },
  },
  errorHeaders: CHECK_HEADERS,
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
  answers: {
    200: {
      description: 'The session has ended.',
      message: 'flowarden.v1.SignOutResponse',
      headers: SESSION_HEADERS,
    },
  },
  async handle({ context }, { core }) {
    const body = await core.call(SessionServiceService.signOut, {}, context, READ_TIME);
    return { status: 200, body, cookies: [sessionCookie(null)] };
  },
});
