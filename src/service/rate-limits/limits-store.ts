/** Usage of limits that cores share: one round trip reports the use of a core and returns that of all. */
import type { Transaction } from '../../infra/database/transaction.ts';

/** A bucket, and the requests of a core since its last report. */
export interface BucketReport {
  readonly key: string;
  /** Time in which one request comes back, in milliseconds. */
  readonly intervalMs: number;
  readonly windowMs: number;
  readonly spent: number;
}

/** Slots that a core holds at this moment. */
export interface SlotReport {
  readonly key: string;
  readonly inUse: number;
  readonly max: number;
  /** Grows with each report of this core: one that was overtaken by a later one changes nothing. */
  readonly question: number;
}

/** Usage of all cores together. */
export interface SharedUse {
  /** Key of the first limit that has no room for one more; null when there is room, or `take` was not set. */
  readonly rejected: string | null;
  /** Key of a bucket → milliseconds until it is full again, before anything was taken. */
  readonly debts: Readonly<Record<string, number>>;
  /** Key of slots → number that other cores hold. */
  readonly others: Readonly<Record<string, number>>;
}

/** Reports the use of a core. With `take`, takes one more from every bucket and holds the slots, or changes nothing. */
export async function syncLimits(
  sql: Transaction,
  coreId: string,
  buckets: readonly BucketReport[],
  slots: readonly SlotReport[],
  take: boolean,
  leaseMs: number,
): Promise<SharedUse> {
  const [row] = await sql<{ use: Omit<SharedUse, 'rejected'> & { refused: string | null } }[]>`
    select sync_limits(${coreId}, ${JSON.stringify(buckets)}::text::jsonb, ${JSON.stringify(slots)}::text::jsonb,
      ${take}, ${leaseMs}) as use`;
  const { refused: rejected, ...use } = row!.use;
  return { rejected, ...use };
}

/** Deletes full buckets and slots of cores that are gone. Needs the owner's connection. */
export async function deleteSpentLimits(sql: Transaction): Promise<number> {
  const buckets = await sql`delete from rate_buckets where full_at < now() - interval '1 minute'`;
  const slots = await sql`delete from slots_in_use where expires_at < now() - interval '1 minute'`;
  return buckets.count + slots.count;
}

/** Clears the limits of an organisation and of its credentials. Returns how many had been used. */
export async function clearLimits(sql: Transaction, orgId: string): Promise<number> {
  // Keys are `name:organisation` and `name:organisation:credential`.
  const buckets = await sql`delete from rate_buckets where split_part(key, ':', 2) = ${orgId}`;
  const slots = await sql`delete from slots_in_use where split_part(key, ':', 2) = ${orgId}`;
  return buckets.count + slots.count;
}
