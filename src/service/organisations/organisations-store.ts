/** Organisations: the tenants that everything else belongs to. */

import { ENVIRONMENTS_DEFAULT } from '../../contract/environment.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';

export interface OrganisationRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** Creates an organisation with its first environments. Needs the owner's connection. */
export async function insertOrganisation(
  sql: Transaction,
  organisation: Pick<OrganisationRecord, 'id' | 'name'>,
): Promise<void> {
  const { id, name } = organisation;
  await sql`insert into organisations (id, name) values (${id}, ${storableText(name)})`;
  await sql`
    insert into environments (org_id, name) select ${id}, unnest(${storableArray(ENVIRONMENTS_DEFAULT)}::text[])`;
}

/** Returns the name of the organisation. */
export async function organisationName(sql: TenantTransaction): Promise<string> {
  const [row] = await sql<[{ name: string }]>`select name from organisations where id = ${sql.orgId}`;
  return row.name;
}

/** Gives the organisation another name. */
export async function renameOrganisation(sql: TenantTransaction, name: string): Promise<void> {
  await sql`update organisations set name = ${storableText(name)} where id = ${sql.orgId}`;
}

/** Returns whether the database has any organisation. Only the owner's connection sees them all. */
export async function anyOrganisation(sql: Transaction): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select from organisations) as found`;
  return row?.found ?? false;
}

/** Lists every organisation, the oldest first. Only the owner's connection sees more than one. */
export async function listOrganisations(sql: Transaction): Promise<readonly OrganisationRecord[]> {
  return sql<OrganisationRecord[]>`select id, name, created_at from organisations order by id`;
}
