/** Nobody hands on what they do not have. */
import { AppError } from '../errors.ts';
import type { Scope } from './scopes.ts';

/** Stops who would give somebody else a scope that they lack. */
export function requireGrantable(own: readonly Scope[], wanted: readonly string[]): void {
  const missing = wanted.filter((scope) => !(own as readonly string[]).includes(scope));
  if (missing.length === 0) return;
  throw new AppError(
    'insufficient_scope',
    `Scopes can only be handed on by who has them; you lack ${missing.join(', ')}.`,
    { scope: missing.join(' ') },
  );
}
