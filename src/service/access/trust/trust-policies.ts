/** Use cases of trust policies: list them, add one, change one, delete one. */
import { type AuditAction, fieldChanges } from '../../../contract/audit.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import type { TrustPolicy, TrustPolicyChanges } from '../../../contract/trust-policy.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import type { TokenIssuer } from '../../../infra/settings/issuer-setting.ts';
import { audit } from '../../audit/audit-store.ts';
import { type Change, requireVersion } from '../../policy/organisation-settings.ts';
import { requireAdmitted } from '../grant.ts';
import { requireSoundPolicy } from './check-policy.ts';
import {
  deleteTrustPolicy,
  insertTrustPolicy,
  listTrustPolicies,
  lockTrustPolicy,
  lockTrustPolicyNames,
  type TrustPolicyRecord,
  touchTrustPolicy,
  updateTrustPolicy,
} from './trust-policies-store.ts';

/** Dependencies of the use cases. */
export interface TrustDeps {
  readonly sql: Sql;
  /** Issuers that the operator lists. */
  readonly issuers: readonly TokenIssuer[];
  readonly now: () => Date;
}

/** Policy that a change is about. */
export interface TrustPolicyVersion {
  readonly id: string;
  /** The version that the caller knows; null: any version. */
  readonly etag: string | null;
}

const FIELDS = ['name', 'provider', 'issuer', 'pins', 'conditions', 'expiresAt'] as const;

/** Lists all policies of the organisation, in the order of their names. */
export async function readTrustPolicies(sql: Sql, orgId: string): Promise<readonly TrustPolicyRecord[]> {
  return withOrganisation(sql, orgId, (transaction) => listTrustPolicies(transaction));
}

/** Returns the policy of this id. @throws AppError `not_found` */
export async function readTrustPolicy(sql: Sql, orgId: string, id: string): Promise<TrustPolicyRecord> {
  const found = (await readTrustPolicies(sql, orgId)).find((policy) => policy.id === id);
  if (found === undefined) throw notFound(id);
  return found;
}

/** Adds a policy. @throws AppError `invalid_field`, or `state_conflict` when there is one of this name or too many */
export async function addTrustPolicy(
  { sql, issuers, now }: TrustDeps,
  change: Change,
  policy: TrustPolicy,
): Promise<TrustPolicyRecord> {
  requireSoundPolicy(policy, issuers, now());
  return withOrganisation(sql, change.orgId, async (transaction) => {
    // A policy outlives the access of its author.
    await requireAdmitted(transaction, change.actor);
    await lockTrustPolicyNames(transaction);
    if ((await listTrustPolicies(transaction)).length >= CONTRACT_LIMITS.trustPoliciesMax) {
      throw new AppError(
        'state_conflict',
        `The organisation has ${CONTRACT_LIMITS.trustPoliciesMax} trust policies, which is the limit. Delete one first.`,
        { limit: String(CONTRACT_LIMITS.trustPoliciesMax) },
      );
    }
    const added = await insertTrustPolicy(transaction, policy, change.actor.name);
    if (added === undefined) throw nameIsTaken(policy.name);
    await note(transaction, change, 'trust_policy.created', { before: null, after: added });
    return added;
  });
}

/**
 * Changes the given members of a policy.
 * @throws AppError `not_found`, `etag_mismatch`, `invalid_field`, `state_conflict`
 */
export async function changeTrustPolicy(
  { sql, issuers, now }: TrustDeps,
  change: Change,
  { id, etag }: TrustPolicyVersion,
  changes: TrustPolicyChanges,
): Promise<TrustPolicyRecord> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    // A policy outlives the access of its author.
    await requireAdmitted(transaction, change.actor);
    if (changes.name !== undefined) await lockTrustPolicyNames(transaction);
    const before = await lock(transaction, { id, etag });
    if (Object.keys(changes).length === 0) return before;
    requireSoundPolicy({ ...before, ...changes }, issuers, now());
    const after = await updateTrustPolicy(transaction, before, changes);
    if (after === undefined) throw nameIsTaken(changes.name ?? before.name);
    await note(transaction, change, 'trust_policy.updated', { before, after });
    return after;
  });
}

/** Deletes a policy; its tokens are rejected within seconds. @throws AppError `not_found`, `etag_mismatch` */
export async function removeTrustPolicy(sql: Sql, change: Change, known: TrustPolicyVersion): Promise<void> {
  await withOrganisation(sql, change.orgId, async (transaction) => {
    const before = await lock(transaction, known);
    await deleteTrustPolicy(transaction, before.id);
    await note(transaction, change, 'trust_policy.deleted', { before, after: null });
  });
}

/** Writes when a policy was last used. */
export async function recordPolicyUse(sql: Sql, orgId: string, id: string, moment: Date): Promise<void> {
  await withOrganisation(sql, orgId, (transaction) => touchTrustPolicy(transaction, id, moment));
}

async function lock(
  transaction: TenantTransaction,
  { id, etag }: TrustPolicyVersion,
): Promise<TrustPolicyRecord> {
  const found = isUuid(id) ? await lockTrustPolicy(transaction, id) : undefined;
  if (found === undefined) throw notFound(id);
  requireVersion(found, etag);
  return found;
}

/** Versions of a policy around a change, of which one may be absent. */
type Versions =
  | { readonly before: TrustPolicyRecord | null; readonly after: TrustPolicyRecord }
  | { readonly before: TrustPolicyRecord; readonly after: null };

async function note(
  transaction: TenantTransaction,
  { actor, requestId }: Change,
  action: AuditAction,
  { before, after }: Versions,
): Promise<void> {
  const { id, name } = after ?? before;
  const target = { kind: 'trust_policy', id, name } as const;
  const changes = fieldChanges(before, after, FIELDS);
  await audit(transaction, { actor, action, target, details: {}, changes, requestId });
}

function nameIsTaken(name: string): AppError {
  const message = `There is a trust policy ${JSON.stringify(name)} already. Change that one.`;
  return new AppError('state_conflict', message, { name });
}

function notFound(id: string): AppError {
  return new AppError(
    'not_found',
    `The organisation has no trust policy ${JSON.stringify(id.slice(0, 80))}.`,
  );
}
