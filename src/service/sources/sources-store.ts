/** Store of sources and of what is known of their credentials. */
import { storableArray, storableJson, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { nextPullAt } from './pull-schedule.ts';
import type { CredentialFacts, SourceChoice, SourceRecord } from './source.ts';

/** Lets one transaction at a time change sources of the organisation, so that names and numbers hold. */
export async function lockSources(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sources of ' || ${sql.orgId}, 0))`;
}

/** Lists the sources in the order of their names. */
export async function listSources(sql: TenantTransaction): Promise<readonly SourceRecord[]> {
  return sql<SourceRecord[]>`
    select ${columns(sql)} from sources where org_id = ${sql.orgId} order by lower(name), id`;
}

/** Finds a source; undefined: there is none. */
export async function findSource(sql: TenantTransaction, id: string): Promise<SourceRecord | undefined> {
  const [row] = await sql<[SourceRecord?]>`
    select ${columns(sql)} from sources where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** Inserts a source and returns its id. */
export async function insertSource(
  sql: TenantTransaction,
  source: Pick<SourceRecord, 'kind' | 'settings' | 'createdByName'> & SourceChoice,
  at: Date,
): Promise<string> {
  const id = uuidV7(at);
  const { everyMinutes, dailyAt } = source;
  await sql`
    insert into sources (
      org_id, id, kind, name, settings, environments, state, every_minutes, daily_at, next_pull_at, sender_key_id, created_at,
      created_by_name, updated_at
    )
    values (${sql.orgId}, ${id}, ${source.kind}, ${storableText(source.name)}, ${storableJson(source.settings)}::text::jsonb,
      ${storableJson(source.environments)}::text::jsonb, ${source.state}, ${everyMinutes}, ${dailyAt}, ${dueAt(source, id, at)},
      ${storableText(source.senderKeyId)}, ${at}, ${storableText(source.createdByName)}, ${at})`;
  return id;
}

/** Writes what a person may change. */
export async function updateSource(
  sql: TenantTransaction,
  id: string,
  choice: SourceChoice,
  at: Date,
): Promise<void> {
  const { name, environments, state, everyMinutes, dailyAt, senderKeyId } = choice;
  await sql`
    update sources set name = ${storableText(name)}, environments = ${storableJson(environments)}::text::jsonb,
      state = ${state}, every_minutes = ${everyMinutes}, daily_at = ${dailyAt}, next_pull_at = ${dueAt(choice, id, at)},
      sender_key_id = ${storableText(senderKeyId)}, updated_at = ${at}, version = version + 1
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Deletes a source with all that is known of it, and releases archives that wait to be submitted. */
export async function deleteSource(sql: TenantTransaction, id: string): Promise<void> {
  await sql`
    with known as (
      delete from source_artefacts where org_id = ${sql.orgId} and source_id = ${id} returning blob_id
    )
    update blobs set state = 'released' from known where org_id = ${sql.orgId} and blobs.id = known.blob_id`;
  await sql`delete from sources where org_id = ${sql.orgId} and id = ${id}`;
}

/** Stores a credential as the one that takes over, in place of another that has not worked yet. */
export async function insertCredential(
  sql: TenantTransaction,
  sourceId: string,
  credential: Omit<CredentialFacts, 'state'> & {
    readonly sealed: Uint8Array;
    readonly origins: readonly string[];
  },
): Promise<void> {
  const { sealed, origins, preview, expiresAt, createdAt, createdByName } = credential;
  await sql`delete from source_credentials where org_id = ${sql.orgId} and source_id = ${sourceId} and state = 'next'`;
  await sql`
    insert into source_credentials (org_id, source_id, state, sealed, origins, preview, expires_at, created_at, created_by_name)
    values (${sql.orgId}, ${sourceId}, 'next', ${Buffer.from(sealed)}, ${storableArray(origins)}::text[],
      ${storableText(preview)}, ${expiresAt}, ${createdAt}, ${storableText(createdByName)})`;
}

/** Lists what is known of the credentials of sources, those that are used first. */
export async function listCredentials(
  sql: TenantTransaction,
  sourceIds: readonly string[],
): Promise<readonly (CredentialFacts & { readonly sourceId: string })[]> {
  return sql<(CredentialFacts & { readonly sourceId: string })[]>`
    select source_id, state, preview, expires_at, created_at, created_by_name
    from source_credentials
    where org_id = ${sql.orgId} and source_id = any(${storableArray(sourceIds)}::text[]::uuid[])
    order by state`;
}

/** A paused source is never due. */
function dueAt(choice: SourceChoice, id: string, at: Date): Date | null {
  return choice.state === 'paused' ? null : (nextPullAt(choice, id, at) ?? null);
}

/** `failing` is of the process that pulls: a source in it is active. */
function columns(sql: TenantTransaction) {
  return sql`
    org_id, id, kind, name, settings, environments, case when state = 'paused' then 'paused' else 'active' end as state,
    every_minutes, daily_at, sender_key_id, version, next_pull_at, last_complete_at, created_at, created_by_name, updated_at`;
}
