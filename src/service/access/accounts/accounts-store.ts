/** Store of accounts of people. A transaction sees only the account that it names. */
import { LOCAL_ISSUER } from '../../../contract/member.ts';
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';

/** Person who can sign in. */
export interface AccountRecord {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  /** E-mail address in comparable form; null if the identity provider sends none. */
  readonly email: string | null;
  readonly name: string;
  /** Null: the person has no password. */
  readonly passwordHash: string | null;
}

/** Values of an account that its owner may change. */
export type AccountChanges = Partial<Pick<AccountRecord, 'name' | 'passwordHash'>>;

/** Inserts an account. Returns whether it is the only local one with its address. */
export async function insertAccount(sql: Transaction, account: AccountRecord): Promise<boolean> {
  const { id, issuer, subject, email, name, passwordHash } = account;
  const inserted = await sql`
    insert into accounts (id, issuer, subject, email, name, password_hash)
    values (${id}, ${issuer}, ${subject}, ${storableText(email)}, ${storableText(name)}, ${passwordHash})
    on conflict do nothing`;
  return inserted.count === 1;
}

/** Inserts a local account whose address another one has. */
export async function insertSharingAccount(sql: Transaction, account: AccountRecord): Promise<void> {
  const { id, issuer, subject, email, name, passwordHash } = account;
  await sql`
    insert into accounts (id, issuer, subject, shared_email, name, password_hash)
    values (${id}, ${issuer}, ${subject}, ${storableText(email)}, ${storableText(name)}, ${passwordHash})`;
}

/** Stores the profile of a person from the identity provider. */
export async function upsertAccount(sql: Transaction, account: AccountRecord): Promise<void> {
  const { id, issuer, subject, email, name } = account;
  await sql`
    insert into accounts (id, issuer, subject, email, name)
    values (${id}, ${issuer}, ${subject}, ${storableText(email)}, ${storableText(name)})
    on conflict (id) do update set email = excluded.email, name = excluded.name`;
}

/** Returns an account by id; undefined if it does not exist. */
export async function findAccount(sql: Transaction, id: string): Promise<AccountRecord | undefined> {
  const [row] = await sql<[AccountRecord?]>`select ${columns(sql)} from accounts where id = ${id}`;
  return row;
}

/** Lists the local accounts with an address: its owner before the accounts that share it. */
export async function listAccountsByAddress(
  sql: Transaction,
  email: string,
): Promise<readonly AccountRecord[]> {
  const address = storableText(email);
  return sql<AccountRecord[]>`
    select ${columns(sql)} from accounts
    where issuer = ${LOCAL_ISSUER} and (email = ${address} or shared_email = ${address})
    order by shared_email is not null, id`;
}

/** Changes what is named; at least one member. */
export async function updateAccount(sql: Transaction, id: string, changes: AccountChanges): Promise<void> {
  const { name, ...rest } = changes;
  const values = name === undefined ? rest : { ...rest, name: storableText(name) };
  await sql`update accounts set ${sql(values)} where id = ${id}`;
}

/** Returns whether a person can sign in. Needs the owner's connection. */
export async function anyPerson(sql: Transaction): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (select from accounts)
      or exists (select from organisation_members where joined_at is not null) as found`;
  return row.found;
}

function columns(sql: Transaction) {
  return sql`id, issuer, subject, coalesce(email, shared_email) as email, name, password_hash`;
}
