/** Addresses that visitors of the free scanner have left. */
import { storableText } from '../../infra/database/postgres-text.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';

/** Input of a visitor. */
export interface NewLead {
  /** Comparable: `comparableEmail`. */
  readonly email: string;
  /** Hash of the scan's token, hexadecimal; null: there is no scan. */
  readonly tokenHash: string | null;
  readonly source: string | null;
}

/** A stored lead. */
export interface LeadRecord {
  readonly id: string;
  readonly email: string;
  readonly source: string | null;
  readonly createdAt: Date;
}

/**
 * Stores a lead. The same address and token is the same lead until so many hours have passed, for any number of
 * concurrent calls: a unique index decides.
 */
export async function storeLead(
  sql: Transaction,
  { email, tokenHash, source }: NewLead,
  hoursMax: number,
): Promise<LeadRecord> {
  const hash = sql`coalesce(decode(${tokenHash}, 'hex'), '')`;
  await sql`
    update leads set is_newest = false
    where email = ${email} and coalesce(token_hash, '') = ${hash} and is_newest
      and created_at <= now() - make_interval(hours => ${hoursMax})`;
  const [made] = await sql<[LeadRecord?]>`
    insert into leads (id, email, token_hash, source)
    values (${uuidV7()}, ${email}, decode(${tokenHash}, 'hex'), ${storableText(source)})
    on conflict (email, coalesce(token_hash, '')) where is_newest do nothing
    returning id, email, source, created_at`;
  if (made !== undefined) return made;
  const [known] = await sql<[LeadRecord]>`
    select id, email, source, created_at from leads
    where email = ${email} and coalesce(token_hash, '') = ${hash} and is_newest`;
  return known;
}

/** Deletes up to `rows` leads of before the moment. Returns how many. */
export async function deleteLeadsBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from leads where id in (select id from leads where created_at < ${moment} limit ${rows})`;
  return result.count;
}

/** Lists up to `rows` leads whose ids come after this one, in their order. Over the owner's connection. */
export async function listLeads(
  sql: Transaction,
  afterId: string,
  rows: number,
): Promise<readonly LeadRecord[]> {
  return sql<LeadRecord[]>`
    select id, email, source, created_at from leads where id > ${afterId} order by id limit ${rows}`;
}

/** Deletes the leads of an address. Returns how many. */
export async function deleteLeadsOf(sql: Transaction, email: string): Promise<number> {
  const result = await sql`delete from leads where email = ${email}`;
  return result.count;
}
