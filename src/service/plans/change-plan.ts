/** The operator's use cases of plans: change one, suspend an organisation. Every change is audited in its transaction. */
import { type AuditAction, type AuditActor, fieldChanges } from '../../contract/audit.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { audit } from '../audit/audit-store.ts';
import { findPlanEntitlement, type PlanChange, type PlanEntitlement, updatePlan } from './plans-store.ts';

/** Changes the given fields, over the owner's connection. Effective in all cores within `LIMITS.planCacheMsMax`. */
export async function changePlan(
  sql: TenantTransaction,
  change: PlanChange,
  actor: AuditActor,
): Promise<PlanEntitlement> {
  const before = await readPlan(sql);
  await updatePlan(sql, change);
  const after = await readPlan(sql);
  await audit(sql, {
    actor,
    action: actionOf(change),
    target: { kind: 'organisation', id: sql.orgId, name: after.orgName },
    details: { ...change },
    changes: fieldChanges(before, after, ['plan', 'pastDueSince', 'suspendedAt']),
    requestId: null,
  });
  return after;
}

/** Returns the plan of an organisation that is known to exist, with its usage of this month. */
export async function readPlan(sql: TenantTransaction): Promise<PlanEntitlement> {
  const entitlement = await findPlanEntitlement(sql);
  if (entitlement === undefined) throw new Error(`There is no organisation ${sql.orgId}`);
  return entitlement;
}

function actionOf({ suspendedAt }: PlanChange): AuditAction {
  if (suspendedAt === undefined) return 'plan.updated';
  return suspendedAt === null ? 'organisation.resumed' : 'organisation.suspended';
}
