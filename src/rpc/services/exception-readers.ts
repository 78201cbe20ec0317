/** Callers who may read exceptions. */
import { actorOf, type Caller } from '../../service/access/caller.ts';
import type { Scope } from '../../service/access/scopes.ts';
import type { Decider } from '../../service/exceptions/decidable.ts';

/** Scopes of methods that read exceptions. */
export const EXCEPTION_READERS: readonly Scope[] = [
  'exceptions:read',
  'exceptions:request',
  'exceptions:approve',
];

/** Returns the caller as one who may decide; null if it may not even read exceptions. */
export function deciderOf(caller: Caller): Decider | null {
  const mayRead = EXCEPTION_READERS.some((scope) => caller.scopes.includes(scope));
  return mayRead ? { actor: actorOf(caller), scopes: caller.scopes } : null;
}
