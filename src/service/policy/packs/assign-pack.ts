/** Use cases of assignments: which policy pack holds for an environment, or for all others. */
import { fieldChanges } from '../../../contract/audit.ts';
import type { PolicyChoice } from '../../../contract/environment.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { audit } from '../../audit/audit-store.ts';
import { listEnvironments } from '../environments-store.ts';
import type { Change } from '../organisation-settings.ts';
import {
  type AssignmentRecord,
  deleteAssignment,
  listAssignments,
  putAssignment,
} from './assignments-store.ts';
import { findReferenced } from './find-pack.ts';
import { trustOf } from './open-packs.ts';
import { findPackBundle, lockPacks } from './packs-store.ts';
import { listPolicyKeys } from './policy-keys-store.ts';
import { type PackDeps, readBundle } from './publish-pack.ts';

/** Requested assignment. */
export interface AssignmentRequest {
  /** Null: every run whose environment has no assignment of its own. */
  readonly environment: string | null;
  /** Slug, `slug@version` or UUID of a version; null: no pack. */
  readonly policyPack: string | null;
  /** Null: that of the pack. */
  readonly choice: PolicyChoice | null;
}

const FIELDS = ['slug', 'version', 'choice'] as const;

/** Lists the assignments, that of the organisation first. */
export async function readAssignments(sql: Sql, orgId: string): Promise<readonly AssignmentRecord[]> {
  return withOrganisation(sql, orgId, (transaction) => listAssignments(transaction));
}

/**
 * Assigns a version of a pack, or ends an assignment if neither pack nor choice is given. A pack that does not load
 * leaves the old one in force.
 * @throws AppError `unknown_environment`, `unknown_policy_pack`, `policy_pack_invalid`
 */
export async function assignPack(
  { sql, opener, admit }: PackDeps,
  change: Change,
  { environment, policyPack, choice }: AssignmentRequest,
): Promise<AssignmentRecord> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await admit(transaction, change.actor);
    await lockPacks(transaction);
    await requireEnvironment(transaction, environment);
    const version = policyPack === null ? null : await findReferenced(transaction, policyPack);
    if (version !== null) {
      const trust = trustOf(await listPolicyKeys(transaction));
      const found = await findPackBundle(transaction, version.id);
      await readBundle(() => opener.read(found!.bundle, trust, 'bundle'));
    }
    const before = await find(transaction, environment);
    if (version === null && choice === null) await deleteAssignment(transaction, environment);
    else {
      const versionId = version?.id ?? null;
      await putAssignment(transaction, { environment, versionId, choice, assignedByName: change.actor.name });
    }
    const after = await find(transaction, environment);
    const name = environment ?? 'organisation';
    await audit(transaction, {
      actor: change.actor,
      action: 'policy.assigned',
      target: { kind: 'policy_assignment', id: name, name },
      details: {},
      changes: fieldChanges(before, after, FIELDS),
      requestId: change.requestId,
    });
    return after ?? ended(environment, change);
  });
}

/** Returns an assignment of nothing. */
function ended(environment: string | null, { actor }: Change): AssignmentRecord {
  const nothing = { versionId: null, slug: null, version: null, choice: null };
  return { ...nothing, environment, assignedByName: actor.name, updatedAt: new Date() };
}

async function find(
  sql: TenantTransaction,
  environment: string | null,
): Promise<AssignmentRecord | undefined> {
  const all = await listAssignments(sql);
  return all.find((one) => one.environment === environment);
}

async function requireEnvironment(sql: TenantTransaction, name: string | null): Promise<void> {
  if (name === null) return;
  const known = (await listEnvironments(sql)).map((environment) => environment.name);
  if (known.includes(name)) return;
  const message = `environment is ${JSON.stringify(name.slice(0, 80))}; the known ones are ${known.join(', ')}.`;
  throw new AppError('unknown_environment', message, { field: 'environment', known: known.join(', ') });
}
