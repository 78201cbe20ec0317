/** Use cases of the keys that sign policy packs: list them, add one, remove one. */
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { keyIdOf, readPublicKey } from '../../../policy/built/trust.ts';
import { PolicyError } from '../../../policy/problems.ts';
import { audit } from '../../audit/audit-store.ts';
import type { Change } from '../organisation-settings.ts';
import { listAssignments } from './assignments-store.ts';
import { trustOf } from './open-packs.ts';
import { findPackBundle, lockPacks } from './packs-store.ts';
import {
  deletePolicyKey,
  insertPolicyKey,
  listPolicyKeys,
  type PolicyKeyRecord,
} from './policy-keys-store.ts';
import type { PackDeps } from './publish-pack.ts';

/** A key to add. */
export type NewPolicyKey = Pick<PolicyKeyRecord, 'publicKey' | 'packs' | 'notAfter'>;

/** Lists the trusted keys, the oldest first. */
export async function readPolicyKeys(sql: Sql, orgId: string): Promise<readonly PolicyKeyRecord[]> {
  return withOrganisation(sql, orgId, (transaction) => listPolicyKeys(transaction));
}

/**
 * Adds a trusted key. From the first one on, every pack must be signed.
 * @throws AppError `invalid_field`; `state_conflict` for a key that is there, too many, or one that would stop a pack in force
 */
export async function addPolicyKey(
  deps: PackDeps,
  change: Change,
  { publicKey, packs, notAfter }: NewPolicyKey,
): Promise<PolicyKeyRecord> {
  const key = readPublicKey(publicKey);
  if (key === null) {
    const message =
      'publicKey is no Ed25519 public key in PEM. Send the one of `flowarden policy sign --new-key`.';
    throw new AppError('invalid_field', message, { field: 'publicKey' });
  }
  return withOrganisation(deps.sql, change.orgId, async (transaction) => {
    await deps.admit(transaction, change.actor);
    await lockPacks(transaction);
    const known = await listPolicyKeys(transaction);
    if (known.length >= CONTRACT_LIMITS.policyKeysMax) {
      const message = `The organisation has ${CONTRACT_LIMITS.policyKeysMax} keys, which is the limit. Delete one first.`;
      throw new AppError('state_conflict', message, { limit: String(CONTRACT_LIMITS.policyKeysMax) });
    }
    const pem = key.export({ type: 'spki', format: 'pem' }).toString();
    const made = { id: keyIdOf(key), publicKey: pem, packs, notAfter, createdByName: change.actor.name };
    const added = await insertPolicyKey(transaction, made);
    if (added === undefined)
      throw new AppError('state_conflict', `The key ${made.id} is trusted already.`, { id: made.id });
    await requireAssignedOpen(transaction, deps, [...known, added]);
    await noteKey(transaction, change, added, 'policy_key.created');
    return added;
  });
}

/**
 * Removes a trusted key. Packs that it alone has signed can no longer be assigned.
 * @throws AppError `not_found`; `state_conflict` if a pack in force needs the key
 */
export async function removePolicyKey(deps: PackDeps, change: Change, id: string): Promise<void> {
  await withOrganisation(deps.sql, change.orgId, async (transaction) => {
    await deps.admit(transaction, change.actor);
    await lockPacks(transaction);
    const known = await listPolicyKeys(transaction);
    const key = known.find((one) => one.id === id);
    if (key === undefined)
      throw new AppError('not_found', `The organisation trusts no key ${JSON.stringify(id.slice(0, 80))}.`);
    await requireAssignedOpen(
      transaction,
      deps,
      known.filter((one) => one !== key),
    );
    await deletePolicyKey(transaction, id);
    await noteKey(transaction, change, key, 'policy_key.deleted');
  });
}

/** Requires that every pack in force opens with these keys: a change of keys must not stop all runs. */
async function requireAssignedOpen(
  sql: TenantTransaction,
  { opener }: PackDeps,
  keys: readonly PolicyKeyRecord[],
): Promise<void> {
  const trust = trustOf(keys);
  for (const { versionId, slug, version } of await listAssignments(sql)) {
    const found = versionId === null ? undefined : await findPackBundle(sql, versionId);
    if (found === undefined) continue;
    try {
      await opener.read(found.bundle, trust, 'bundle');
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      const message = `${slug}@${version} is in force and would no longer be trusted: ${error.problems[0]!.message} Assign another version first.`;
      throw new AppError('state_conflict', message, {}, { cause: error });
    }
  }
}

async function noteKey(
  sql: TenantTransaction,
  { actor, requestId }: Change,
  { id, packs, notAfter }: PolicyKeyRecord,
  action: 'policy_key.created' | 'policy_key.deleted',
): Promise<void> {
  const target = { kind: 'policy_key', id, name: id } as const;
  const details = { packs, notAfter: notAfter?.toISOString() ?? null };
  await audit(sql, { actor, action, target, details, changes: [], requestId });
}
