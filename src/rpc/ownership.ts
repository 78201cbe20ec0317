/** Who a validation or a project belongs to, and who else may read it. */
import { type Caller, requireScope } from '../auth/caller.ts';

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
