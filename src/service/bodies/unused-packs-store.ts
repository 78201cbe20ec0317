/** Packs that nothing refers to any more. Over the owner's connection only, for all organisations. */
import type { Transaction } from '../../infra/database/transaction.ts';

/**
 * Releases up to `rows` packs of which no result is left. They are past the retention of their organisation, at most `daysMax`.
 * A pack has results of one day, which go together, row by row or with their partition. Returns how many.
 */
export async function releaseUnusedPacks(
  sql: Transaction,
  now: Date,
  daysMax: number,
  rows: number,
): Promise<number> {
  const result = await sql`
    update blobs set state = 'released'
    where (org_id, id) in (
      select blobs.org_id, blobs.id
      from blobs left join organisation_settings on organisation_settings.org_id = blobs.org_id
      where packed = 'results' and state = 'kept' and newest_id < uuid_v7_floor(
          ${now}::timestamptz - least(coalesce(retention_days, ${daysMax}), ${daysMax}) * interval '24 hours')
        and not exists (
          select from validations where validations.org_id = blobs.org_id and validations.id = blobs.newest_id
        )
      limit ${rows} for update of blobs skip locked
    )`;
  return result.count;
}

/** Releases up to `rows` packs of which no outline is left, as those of organisations that store none. Returns how many. */
export async function releaseUnusedOutlinePacks(
  sql: Transaction,
  now: Date,
  daysMax: number,
  rows: number,
): Promise<number> {
  const result = await sql`
    update blobs set state = 'released'
    where (org_id, id) in (
      select blobs.org_id, blobs.id
      from blobs left join organisation_settings on organisation_settings.org_id = blobs.org_id
      where packed = 'outlines' and state = 'kept'
        and (keep_outlines is false or newest_id < uuid_v7_floor(
          ${now}::timestamptz - least(coalesce(retention_days, ${daysMax}), ${daysMax}) * interval '24 hours'))
        and not exists (
          select from outlines where outlines.org_id = blobs.org_id and outlines.pack_id = blobs.id
        )
      limit ${rows} for update of blobs skip locked
    )`;
  return result.count;
}
