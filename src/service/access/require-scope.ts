/** The check that a caller has the scope that a method needs. */
import { AppError } from '../../errors.ts';
import type { Caller } from './caller.ts';
import type { Scope } from './scopes.ts';

/** Rejects a caller without the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  const who = caller.kind === 'key' ? `The API key "${caller.actorName}"` : `The role of ${caller.actorName}`;
  throw new AppError('insufficient_scope', `${who} lacks the scope ${scope}.`, { scope });
}

/** Rejects a caller without any of the scopes; an empty list requires none. */
export function requireAnyScope(caller: Caller, scopes: readonly Scope[]): void {
  const [first] = scopes;
  if (first !== undefined && !scopes.some((scope) => caller.scopes.includes(scope)))
    requireScope(caller, first);
}
