/** The settings of an organisation: one row, if it has set any. */
import { type OrganisationSettings, SETTINGS_DEFAULT } from '../../contract/organisation-settings.ts';
import type { WireCase } from '../../contract/wire-case.ts';
import { storableJson, storableText } from '../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../infra/database/transaction.ts';

/** The settings with their history. */
export interface SettingsRecord extends OrganisationSettings {
  readonly orgId: string;
  /** Counts the changes. */
  readonly version: number;
  /** Null: never changed. */
  readonly updatedAt: Date | null;
  /** Name of the actor that changed them last. */
  readonly updatedBy: string | null;
}

/** Settings as stored: null for each unset one. */
export type StoredSettings = {
  readonly [Name in keyof OrganisationSettings]: OrganisationSettings[Name] | null;
};

type SettingsRow = StoredSettings & Pick<SettingsRecord, 'orgId' | 'version' | 'updatedAt' | 'updatedBy'>;

/** Returns the settings of the organisation, with the default of each unset one. */
export async function findSettings(sql: TenantTransaction): Promise<SettingsRecord> {
  const [row] = await sql<[SettingsRow]>`
    select ${columns(sql)}
    from (select ${sql.orgId}::uuid as org_id) as organisation left join organisation_settings using (org_id)`;
  return toRecord(row);
}

/** Returns the spelling that the organisation has set; undefined when it has not. */
export async function findWireCase(sql: TenantTransaction): Promise<WireCase | undefined> {
  const [row] = await sql<[{ wireCase: WireCase | null }?]>`
    select wire_case from organisation_settings where org_id = ${sql.orgId}`;
  return row?.wireCase ?? undefined;
}

/** Returns the same as `findSettings`, and locks the row until the transaction ends. */
export async function lockSettings(sql: TenantTransaction): Promise<SettingsRecord> {
  await sql`insert into organisation_settings (org_id) values (${sql.orgId}) on conflict (org_id) do nothing`;
  const [row] = await sql<[SettingsRow]>`
    select ${columns(sql)} from organisation_settings where org_id = ${sql.orgId} for update`;
  return toRecord(row);
}

/** Changes the given settings; null goes back to the default. The row must be locked. */
export async function updateSettings(
  sql: TenantTransaction,
  { defaultBranches, ...changes }: Partial<StoredSettings>,
  updatedBy: string,
): Promise<SettingsRecord> {
  const [row] = await sql<[SettingsRow]>`
    update organisation_settings
    set ${sql({ ...changes, updatedBy: storableText(updatedBy) })}, version = version + 1, updated_at = now()
      ${defaultBranches === undefined ? sql`` : sql`, default_branches = ${branchesJson(defaultBranches)}::text::jsonb`}
    where org_id = ${sql.orgId}
    returning ${columns(sql)}`;
  return toRecord(row);
}

/** Null goes back to the default, as the column does. */
function branchesJson(branches: readonly string[] | null): string | null {
  return branches === null ? null : storableJson(branches);
}

/** Columns of a row as they are stored. The connection writes their names in snake case. */
const COLUMNS = [...Object.keys(SETTINGS_DEFAULT), 'orgId', 'version', 'updatedAt', 'updatedBy'].filter(
  (name) => name !== 'approvalNeedsProof',
);

const columns = (sql: TenantTransaction) =>
  sql`${sql(COLUMNS)}, ${approvalNeedsProof(sql)} as approval_needs_proof`;

/** Writes whether only proven runs approve, from the row of the settings. */
export function approvalNeedsProof(sql: TenantTransaction): Fragment {
  return sql`
    coalesce(approval_needs_proof, exists (select org_id from trust_policies where trust_policies.org_id = ${sql.orgId}))`;
}

function toRecord(row: SettingsRow): SettingsRecord {
  const decided = Object.entries(row).filter(([, value]) => value !== null);
  return {
    ...SETTINGS_DEFAULT,
    version: 0,
    updatedAt: null,
    updatedBy: null,
    ...Object.fromEntries(decided),
  } as SettingsRecord;
}
