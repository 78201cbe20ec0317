/** Who a validation or a project belongs to, and who else may read it. */

import type { Diff } from '../../analysis/model/diff.ts';
import { type Caller, requireScope } from '../../service/access/caller.ts';

/** The scopes of methods that read one; who has only the second reads what it wrote. */
export const READER_SCOPES = ['analysis:read', 'analysis:write'] as const;

/** The owner of what this caller submits. */
export function submitterOf({ orgId, actorId, actorName }: Caller) {
  return { orgId, ownerId: actorId, ownerName: actorName };
}

/** Who may only write reads what it wrote. @throws AppError `insufficient_scope` */
export function requireReader(caller: Caller, { ownerId }: { readonly ownerId: string | null }): void {
  if (ownerId !== caller.actorId) requireScope(caller, 'analysis:read');
}

/**
 * Returns the diff as the caller may read it. Findings that are gone are somebody else's to know when the caller may only
 * read what it submitted, and another caller submitted the previous run: they are counted and not listed.
 */
export function readableDiff(diff: Diff, { actorId, scopes }: Pick<Caller, 'actorId' | 'scopes'>): Diff {
  if (scopes.includes('analysis:read') || diff.previousOwnerId === actorId) return diff;
  return { ...diff, changes: diff.changes.filter(({ status }) => status !== 'resolved') };
}
