/** Ownership of validations and projects, and the right to read them. */

import type { Diff } from '../../analysis/model/diff.ts';
import type { Caller } from '../../service/access/caller.ts';
import { requireScope } from '../../service/access/require-scope.ts';

/** Returns the owner of what this caller submits. */
export function submitterOf({ orgId, actorId, actorName }: Caller) {
  return { orgId, ownerId: actorId, ownerName: actorName };
}

/**
 * Checks that the caller may read an object: its own, or any with `analysis:read`. @throws AppError
 * `insufficient_scope`
 */
export function requireReader(caller: Caller, { ownerId }: { readonly ownerId: string | null }): void {
  if (ownerId !== caller.actorId) requireScope(caller, 'analysis:read');
}

/**
 * Returns the diff as the caller may read it. If it may only read its own submissions, and another caller submitted
 * the previous run, resolved findings are counted and not listed.
 */
export function readableDiff(diff: Diff, { actorId, scopes }: Pick<Caller, 'actorId' | 'scopes'>): Diff {
  if (scopes.includes('analysis:read') || diff.previousOwnerId === actorId) return diff;
  return { ...diff, changes: diff.changes.filter(({ status }) => status !== 'resolved') };
}
