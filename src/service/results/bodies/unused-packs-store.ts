/** Packs that nothing refers to any more. Over the owner's connection only, for all organisations. */
import type { Transaction } from '../../../infra/database/transaction.ts';

/**
 * Releases up to `rows` packs of which no result is left. They are past the retention of their organisation, at most `daysMax`.
 * A pack has results of one day, so it stays as long as there is one of that day up to its newest. Returns how many.
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
        and (
          select id from validations
          where validations.org_id = blobs.org_id and id <= newest_id
            and id >= uuid_v7_floor(to_timestamp(uuid_v7_day(newest_id) * 86400.0))
          limit 1
        ) is null
      limit ${rows} for update of blobs skip locked
    )`;
  return result.count;
}

/** Releases up to `rows` packs without any outline left, for example after outlines were turned off. Returns their number. */
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
