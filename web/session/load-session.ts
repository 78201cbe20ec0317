/** Reading of the session at the start. */
import type { Session } from './session.ts';

/** Returns who uses the app. The calls themselves decide what is allowed while the service has no session. */
export async function loadSession(): Promise<Session> {
  return { person: null, organisations: [] };
}
