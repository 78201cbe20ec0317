/** Sign-in of a browser whose check cookie has expired. */
import { ApiError } from '../api/api-error.ts';

/** Signs in; where the rejection itself renewed the check cookie, once more. A browser without cookies fails twice. */
export async function withCookie<Answer>(signIn: () => Promise<Answer>): Promise<Answer> {
  try {
    return await signIn();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'cookie_rejected')) throw error;
    return signIn();
  }
}
