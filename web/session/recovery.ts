/** Recovery of a rejected call, the same for every call of the app. */
import type { ApiProblem } from '../api/api-error.ts';
import { requestProof } from './proof.ts';
import { distrustSession, session } from './session.ts';

/** Codes of a session that has ended. A wrong password has a code of its own. */
const ENDED = ['authentication_required', 'credentials_expired'];
/** Codes by which the app learns that the rights of the person have changed. */
const RIGHTS_CHANGED = ['org_access_denied', 'insufficient_scope'];

/** Returns whether another attempt makes sense, after the person has proven who they are. */
export async function recoveryOf({ code }: Pick<ApiProblem, 'code'>): Promise<boolean> {
  // The app cannot repair credentials of a proxy.
  if (session.peek()?.person == null) return false;
  if (ENDED.includes(code)) return requestProof('sign-in');
  if (code === 'reauthentication_required') return requestProof('password');
  if (RIGHTS_CHANGED.includes(code)) distrustSession();
  return false;
}
