/** Store of policy packs and their versions. */
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';

/** Published version of a pack, without its file. */
export interface PackVersionRecord {
  readonly id: string;
  readonly slug: string;
  readonly version: string;
  readonly revision: number;
  /** SHA-256 of the built file, hexadecimal. */
  readonly digest: string;
  readonly publishedByName: string;
  readonly createdAt: Date;
}

/** Published version with its built file. */
export interface PackBundle extends PackVersionRecord {
  readonly bundle: Buffer;
}

/** Lets one transaction at a time publish, assign or change keys of the organisation. */
export async function lockPacks(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('policy packs of ' || ${sql.orgId}, 0))`;
}

/** Lists the versions of a pack, or of all packs; the highest revision of each first. */
export async function listPackVersions(
  sql: TenantTransaction,
  slug: string | null,
): Promise<readonly PackVersionRecord[]> {
  return sql<PackVersionRecord[]>`
    select ${columns(sql)} from policy_pack_versions
    where org_id = ${sql.orgId} and (${storableText(slug)}::text is null or slug = ${storableText(slug)})
    order by slug, revision desc`;
}

/** Returns a version with its file; undefined when there is none. */
export async function findPackBundle(sql: TenantTransaction, id: string): Promise<PackBundle | undefined> {
  const [row] = await sql<[PackBundle?]>`
    select ${columns(sql)}, bundle from policy_pack_versions where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** Returns the highest revision of a pack that was ever published; undefined when there is no such pack. */
export async function findRevisionMax(sql: TenantTransaction, slug: string): Promise<number | undefined> {
  const [row] = await sql<[{ revisionMax: number }?]>`
    select revision_max from policy_packs where org_id = ${sql.orgId} and slug = ${storableText(slug)}`;
  return row?.revisionMax;
}

/** Stores a version, and its revision as the highest. `lockPacks` first. */
export async function insertPackVersion(
  sql: TenantTransaction,
  made: Omit<PackBundle, 'createdAt'>,
): Promise<PackVersionRecord> {
  const { id, slug, version, revision, digest, bundle, publishedByName } = made;
  await sql`
    insert into policy_packs (org_id, slug, revision_max) values (${sql.orgId}, ${slug}, ${revision})
    on conflict (org_id, slug) do update set revision_max = greatest(policy_packs.revision_max, excluded.revision_max)`;
  const [row] = await sql<[PackVersionRecord]>`
    insert into policy_pack_versions (org_id, id, slug, version, revision, digest, bundle, published_by_name)
    values (${sql.orgId}, ${id}, ${slug}, ${version}, ${revision}, ${digest}, ${bundle},
            ${storableText(publishedByName)})
    returning ${columns(sql)}`;
  return row;
}

function columns(sql: TenantTransaction) {
  return sql`id, slug, version, revision, digest, published_by_name, created_at`;
}
