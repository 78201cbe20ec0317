/** A caller can only grant what it has, and only as long as it has it. */

import type { AuditActor } from '../../contract/audit.ts';
import { AppError } from '../../errors.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { accessLeft } from './admitted-actors-store.ts';
import type { Scope } from './scopes.ts';

/** Rejects a grant of a scope that the caller lacks. */
export function requireGrantable(own: readonly Scope[], wanted: readonly string[]): void {
  const missing = wanted.filter((scope) => !(own as readonly string[]).includes(scope));
  if (missing.length === 0) return;
  throw new AppError(
    'insufficient_scope',
    `Scopes can only be handed on by who has them; you lack ${missing.join(', ')}.`,
    { scope: missing.join(' ') },
  );
}

/** Rejects an actor that was revoked, removed or narrowed to teams in the seconds for which callers are cached. */
export async function requireAdmitted(sql: TenantTransaction, actor: AuditActor): Promise<void> {
  const access = await accessLeft(sql, actor);
  if (access === 'whole') return;
  if (access === 'narrowed')
    throw new AppError(
      'insufficient_scope',
      'Your rights are narrowed to teams by now: you can hand on none.',
    );
  if (actor.kind === 'key')
    throw new AppError('invalid_credentials', 'The API key has been revoked. Create a new one.');
  const message = `The token is of no member of organisation ${sql.orgId} any more.`;
  throw new AppError('org_access_denied', message, { orgId: sql.orgId });
}
