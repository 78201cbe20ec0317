/** The check that a caller has the rights that a method needs. */
import { AppError } from '../../errors.ts';
import type { Caller } from './caller.ts';
import type { Scope } from './scopes.ts';

/** Holders of scopes as a sentence begins with them. */
const HOLDERS = {
  key: (name) => `The API key "${name}"`,
  user: (name) => `The role of ${name}`,
  workload: (name) => `The CI job "${name}"`,
} as const satisfies Record<Caller['kind'], (name: string) => string>;

/** Rejects a caller without the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  const who = HOLDERS[caller.kind](caller.actorName);
  throw new AppError('insufficient_scope', `${who} lacks the scope ${scope}.`, { scope });
}

/** Rejects a caller without any of the scopes; an empty list requires none. */
export function requireAnyScope(caller: Caller, scopes: readonly Scope[]): void {
  const [first] = scopes;
  if (first !== undefined && !scopes.some((scope) => caller.scopes.includes(scope)))
    requireScope(caller, first);
}

/** Rejects a caller that is narrowed to teams, and with `isOpen` none. */
export function requireWholeOrganisation(caller: Caller, isOpen: boolean): void {
  if (isOpen || caller.teams == null) return;
  throw new AppError(
    'team_access_denied',
    `${HOLDERS[caller.kind](caller.actorName)} sees what its teams own, and this concerns the whole organisation.`,
  );
}
