/** The request id of a caller. */
import { CONTRACT_LIMITS } from '../limits.ts';

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._-]{1,${CONTRACT_LIMITS.requestIdCharactersMax}}$`);

/** Returns whether a text can be the id of a request: it is logged and sent back. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}
