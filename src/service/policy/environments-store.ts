/** The environments of an organisation. */
import type { Environment } from '../../contract/environment.ts';
import { storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';

export interface EnvironmentRecord extends Environment {
  readonly orgId: string;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Settable = Omit<Environment, 'name'>;

/** Members that can be changed, each a column; a forgotten one does not compile. */
const SETTABLE = {
  description: true,
  enforcementMode: true,
  ruleset: true,
} as const satisfies Readonly<Record<keyof Settable, true>>;

/** Names of the members that can be changed. */
export const ENVIRONMENT_FIELDS = Object.keys(SETTABLE) as readonly (keyof Settable)[];

/** Lists all environments, in the order of their names: there are few. */
export async function listEnvironments(sql: TenantTransaction): Promise<readonly EnvironmentRecord[]> {
  return sql<EnvironmentRecord[]>`
    select ${columns(sql)} from environments where org_id = ${sql.orgId} order by name`;
}

/** Returns the environment of this name, locked until the transaction ends; undefined when there is none. */
export async function lockEnvironment(
  sql: TenantTransaction,
  name: string,
): Promise<EnvironmentRecord | undefined> {
  const [row] = await sql<[EnvironmentRecord?]>`
    select ${columns(sql)} from environments
    where org_id = ${sql.orgId} and name = ${storableText(name)} for update`;
  return row;
}

/** Stores a new environment; undefined when there is one of this name. */
export async function insertEnvironment(
  sql: TenantTransaction,
  environment: Environment,
): Promise<EnvironmentRecord | undefined> {
  const row = { ...environment, description: storableText(environment.description) };
  const [stored] = await sql<[EnvironmentRecord?]>`
    insert into environments ${sql({ ...row, orgId: sql.orgId })}
    on conflict (org_id, name) do nothing
    returning ${columns(sql)}`;
  return stored;
}

/** Changes the given fields. The row must be locked. */
export async function updateEnvironment(
  sql: TenantTransaction,
  name: string,
  changes: Partial<Settable>,
): Promise<EnvironmentRecord> {
  const [row] = await sql<[EnvironmentRecord]>`
    update environments
    set ${sql({ ...changes, updatedAt: new Date() })}, version = version + 1
    where org_id = ${sql.orgId} and name = ${name}
    returning ${columns(sql)}`;
  return row;
}

/** Deletes the environment. Results still hold its name. */
export async function deleteEnvironment(sql: TenantTransaction, name: string): Promise<void> {
  await sql`delete from environments where org_id = ${sql.orgId} and name = ${name}`;
}

function columns(sql: Transaction) {
  return sql(['orgId', 'name', ...ENVIRONMENT_FIELDS, 'version', 'createdAt', 'updatedAt']);
}
