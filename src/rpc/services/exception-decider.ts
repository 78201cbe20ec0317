/** The caller as one who may decide on exceptions. */
import { METHODS } from '../../gen/contract/methods.ts';
import { ExceptionServiceService } from '../../gen/flowarden/v1/exception.ts';
import { actorOf, type Caller } from '../../service/access/caller.ts';
import type { Decider } from '../../service/exceptions/decidable.ts';

const { scopes: READERS } = METHODS[ExceptionServiceService.listExceptions.path]!;

/** Returns the caller as one who may decide; null if it may not even read exceptions. */
export function deciderOf(caller: Caller): Decider | null {
  const mayRead = caller.scopes.some((scope) => READERS.includes(scope));
  return mayRead ? { actor: actorOf(caller), scopes: caller.scopes } : null;
}
