/** The rows of an organisation that is being deleted. Over the owner's connection only. */
import type { Transaction } from '../../infra/database/transaction.ts';

/** Every table with rows of organisations but for stored files, in the order of their deletion: credentials and members first. */
export const TABLES_OF_ORGANISATIONS = [
  'api_keys',
  'sign_in_links',
  'invitations',
  'audit_targets',
  'security_events',
  'security_event_heads',
  'tickets',
  'ticket_targets',
  'source_credentials',
  'source_links',
  'source_files',
  'source_artefacts',
  'source_parts',
  'source_pulls',
  'sources',
  'mail_queue',
  'mail_notices',
  'mail_choices',
  'code_owners',
  'assignments',
  'views',
  'group_mapping_teams',
  'group_mappings',
  'group_departures',
  'team_members',
  'team_patterns',
  'teams',
  'organisation_members',
  'delivery_queue',
  'delivery_attempts',
  'deliveries',
  'events',
  'webhooks',
  'project_items',
  'projects',
  'file_reports',
  'validations',
  'outlines',
  'open_findings',
  'fixed_findings',
  'backlog_days',
  'channel_ends',
  'channels',
  'workflow_forms',
  'workflows',
  'exceptions',
  'inbox_reads',
  'change_runs',
  'changes',
  'feed_changes',
  'idempotency_keys',
  'repositories',
  'usage_shares',
  'usage_months',
  'environments',
  'trust_policies',
  'policy_assignments',
  'policy_dry_runs',
  'policy_pack_versions',
  'policy_packs',
  'policy_keys',
  'packed_results',
  'organisation_settings',
  'audit_entries',
  'audit_heads',
] as const;

export type OrganisationTable = (typeof TABLES_OF_ORGANISATIONS)[number];

/** Records that an organisation is being deleted; harmless when that is recorded already. */
export async function beginDeletion(
  sql: Transaction,
  {
    orgId,
    name,
    requestedBy,
  }: { readonly orgId: string; readonly name: string; readonly requestedBy: string },
): Promise<void> {
  await sql`
    insert into deleted_organisations (id, name, requested_by) values (${orgId}, ${name}, ${requestedBy})
    on conflict (id) do nothing`;
}

/** Deletes up to so many rows of a table. Returns how many. */
export async function deleteRowsOf(
  sql: Transaction,
  orgId: string,
  table: OrganisationTable,
  rowsMax: number,
): Promise<number> {
  const result = await sql`
    delete from ${sql(table)} where org_id = ${orgId} and (tableoid, ctid) in (
      select tableoid, ctid from ${sql(table)} where org_id = ${orgId} limit ${rowsMax})`;
  return result.count;
}

/** Releases every stored file, even if it is still needed, and deletes the jobs that wait. */
export async function releaseAllOf(sql: Transaction, orgId: string): Promise<void> {
  await sql`update blobs set state = 'released' where org_id = ${orgId} and state <> 'released'`;
  await sql`
    delete from graphile_worker._private_jobs
    where payload ->> 'orgId' = ${orgId} and locked_at is null`;
}

/** Lists up to `rows` ids of its stored files. */
export async function listBlobsOf(sql: Transaction, orgId: string, rows: number): Promise<readonly string[]> {
  const found = await sql<{ id: string }[]>`select id from blobs where org_id = ${orgId} limit ${rows}`;
  return found.map(({ id }) => id);
}

/**
 * Deletes the organisation itself. Its row is locked first, so that calls that began before cannot add more rows: those
 * that they have added meanwhile go with it. Returns false when stored files are left.
 */
export async function endDeletion(sql: Transaction, orgId: string): Promise<boolean> {
  await sql`select from organisations where id = ${orgId} for update`;
  const blobs = await listBlobsOf(sql, orgId, 1);
  if (blobs.length > 0) return false;
  for (const table of TABLES_OF_ORGANISATIONS) await sql`delete from ${sql(table)} where org_id = ${orgId}`;
  await sql`delete from organisations where id = ${orgId}`;
  await sql`update deleted_organisations set completed_at = now() where id = ${orgId}`;
  return true;
}

/** An organisation that is being deleted, or has been. */
export interface DeletedOrganisation {
  readonly id: string;
  readonly name: string;
  readonly requestedBy: string;
  readonly begunAt: Date;
  readonly completedAt: Date | null;
}

/** Lists the deleted organisations, the newest first. */
export async function listDeletedOrganisations(sql: Transaction): Promise<readonly DeletedOrganisation[]> {
  return sql<DeletedOrganisation[]>`
    select id, name, requested_by, begun_at, completed_at from deleted_organisations order by begun_at desc`;
}
