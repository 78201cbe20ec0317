/** Changes of the session: in this tab, in the other tabs of the browser, and by what answers say. */
import { effect, untracked } from '@preact/signals';
import { forgetAnswers } from '../api/answers.ts';
import { ApiError } from '../api/api-error.ts';
import type { SessionAnswer, SignedOut } from '../api/calls/people.ts';
import { exchangeOnce } from '../api/define-call.ts';
import { loadSession, sessionOf } from './load-session.ts';
import { answerProof, neededProof } from './proof.ts';
import { doubts, type Session, session } from './session.ts';

/** Channel to the other tabs. Its messages say only that something changed. */
const tabs = new BroadcastChannel('flowarden.session');

/** Watches for changes from elsewhere, from the start of the app on. */
export function watchSession(): void {
  tabs.onmessage = () => void refreshSession();
  addEventListener('pageshow', ({ persisted }) => {
    // The browser shows the page as it was: the session may have ended since then.
    if (persisted) void refreshSession();
  });
  effect(() => {
    if (doubts.value > 0) untracked(() => void refreshSession());
  });
}

/** Begins the session of an answer; calls that wait for it are sent again. */
export function beginSession(answer: SessionAnswer): void {
  setSession(sessionOf(answer));
  answerProof(true);
  tabs.postMessage(null);
}

/** Shows the new state of the same session. */
export function updateSession(answer: SessionAnswer): void {
  setSession(sessionOf(answer));
  tabs.postMessage(null);
}

/** Signs out here and in the other tabs. Returns where the session of the identity provider ends too. @throws ApiError */
export async function signOut(): Promise<string | null> {
  let providerUrl: string | null = null;
  try {
    const response = await exchangeOnce('DELETE', '/api/v1/session', {});
    providerUrl = ((await response.json()) as SignedOut).providerSignOutUrl;
  } catch (error) {
    // A session that has already ended is fine.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  forgetSession();
  return providerUrl;
}

/** Opens the sign-in after the end of the session, or for another person. */
export function forgetSession(): void {
  setSession(null);
  tabs.postMessage(null);
}

async function refreshSession(): Promise<void> {
  // While the service cannot be reached, the session stays as it was.
  const next = await loadSession().catch(() => undefined);
  if (next === undefined) return;
  setSession(next);
  if (next !== null && neededProof.peek() === 'sign-in') answerProof(true);
}

function setSession(next: Session | null): void {
  const isSamePerson = next?.person?.id === session.peek()?.person?.id;
  if (!isSamePerson) {
    answerProof(false);
    forgetAnswers();
  }
  // An equal one would only draw the page again.
  if (JSON.stringify(next) !== JSON.stringify(session.peek())) session.value = next;
}
