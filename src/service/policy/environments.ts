/** The use cases of environments: list them, add one, change one, delete one. */

import { type AuditAction, type AuditFacts, fieldChanges } from '../../contract/audit.ts';
import type { Environment } from '../../contract/environment.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { audit } from '../audit/audit-store.ts';
import {
  deleteEnvironment,
  ENVIRONMENT_FIELDS,
  type EnvironmentRecord,
  insertEnvironment,
  listEnvironments,
  lockEnvironment,
  updateEnvironment,
} from './environments-store.ts';
import { type Change, requireVersion } from './organisation-settings.ts';
import { requireRuleset } from './policy.ts';

/** Lists all environments of the organisation, in the order of their names. */
export async function readEnvironments(sql: Sql, orgId: string): Promise<readonly EnvironmentRecord[]> {
  return withOrganisation(sql, orgId, (transaction) => listEnvironments(transaction));
}

/** Returns the environment of this name. @throws AppError `not_found` */
export async function readEnvironment(sql: Sql, orgId: string, name: string): Promise<EnvironmentRecord> {
  const found = (await readEnvironments(sql, orgId)).find((environment) => environment.name === name);
  if (found === undefined) throw notFound(name);
  return found;
}

/** Adds an environment. @throws AppError `state_conflict` when there is one of this name, or when there are too many */
export async function addEnvironment(
  sql: Sql,
  change: Change,
  environment: Environment,
): Promise<EnvironmentRecord> {
  if (environment.ruleset !== null) requireRuleset(environment.ruleset);
  return withOrganisation(sql, change.orgId, async (transaction) => {
    const known = await listEnvironments(transaction);
    if (known.length >= CONTRACT_LIMITS.environmentsMax) {
      throw new AppError(
        'state_conflict',
        `The organisation has ${CONTRACT_LIMITS.environmentsMax} environments, which is the limit. Delete one first.`,
        { limit: String(CONTRACT_LIMITS.environmentsMax) },
      );
    }
    const added = await insertEnvironment(transaction, environment);
    if (added === undefined) {
      const message = `There is an environment ${JSON.stringify(environment.name)} already. Change that one.`;
      throw new AppError('state_conflict', message, { name: environment.name });
    }
    const changes = fieldChanges(null, added, ENVIRONMENT_FIELDS);
    await note(
      transaction,
      change,
      'environment.created',
      { details: { ...environment }, changes },
      added.name,
    );
    return added;
  });
}

/**
 * Changes the given fields of an environment.
 * @param etag the version that the caller knows; null: any version
 * @throws AppError `not_found`, `etag_mismatch`
 */
export async function changeEnvironment(
  sql: Sql,
  change: Change,
  name: string,
  changes: Partial<Omit<Environment, 'name'>>,
  etag: string | null,
): Promise<EnvironmentRecord> {
  if (typeof changes.ruleset === 'string') requireRuleset(changes.ruleset);
  return withOrganisation(sql, change.orgId, async (transaction) => {
    const before = await lock(transaction, name, etag);
    if (Object.keys(changes).length === 0) return before;
    const after = await updateEnvironment(transaction, name, changes);
    const facts = { details: { changes }, changes: fieldChanges(before, after, ENVIRONMENT_FIELDS) };
    await note(transaction, change, 'environment.updated', facts, name);
    return after;
  });
}

/** Deletes an environment; results that used it still hold its name. @throws AppError as `changeEnvironment` */
export async function removeEnvironment(
  sql: Sql,
  change: Change,
  name: string,
  etag: string | null,
): Promise<void> {
  await withOrganisation(sql, change.orgId, async (transaction) => {
    const before = await lock(transaction, name, etag);
    await deleteEnvironment(transaction, name);
    const facts = { details: {}, changes: fieldChanges(before, null, ENVIRONMENT_FIELDS) };
    await note(transaction, change, 'environment.deleted', facts, name);
  });
}

async function lock(
  transaction: TenantTransaction,
  name: string,
  etag: string | null,
): Promise<EnvironmentRecord> {
  const found = await lockEnvironment(transaction, name);
  if (found === undefined) throw notFound(name);
  requireVersion(found, etag);
  return found;
}

async function note(
  transaction: TenantTransaction,
  { actor, requestId }: Change,
  action: AuditAction,
  facts: AuditFacts,
  name: string,
): Promise<void> {
  const target = { kind: 'environment', id: name, name } as const;
  await audit(transaction, { actor, action, target, ...facts, requestId });
}

function notFound(name: string): AppError {
  return new AppError(
    'not_found',
    `The organisation has no environment ${JSON.stringify(name.slice(0, 80))}.`,
  );
}
