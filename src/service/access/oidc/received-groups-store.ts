/** Store of the groups of a person's last ID token. */
import type { MemberRole } from '../../../contract/member.ts';
import { storableArray, storableJson } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';

/** Rights that an organisation gave for groups. */
export interface GivenByGroups {
  readonly id: string;
  readonly name: string;
  /** Null: no role, so the person is no member by groups. */
  readonly role: MemberRole | null;
  readonly teamsOnly: boolean;
  /** Names of teams. */
  readonly teams: readonly string[];
  /** Groups that gave it. */
  readonly groups: readonly string[];
  /** Sentence about what did not happen; null: all did. */
  readonly problem: string | null;
}

/** Groups of the last ID token, with what came of them. */
export interface ReceivedGroups {
  /** Time of issue of the token, in ISO 8601. */
  readonly at: string;
  readonly claim: string;
  readonly groups: readonly string[];
  readonly problem: string | null;
  readonly organisations: readonly GivenByGroups[];
}

/** Writes what came and what it gave. The transaction must name the account. */
export async function storeReceivedGroups(
  sql: Transaction,
  accountId: string,
  received: ReceivedGroups,
): Promise<void> {
  await sql`update accounts set groups = ${storableJson(received)}::text::jsonb where id = ${accountId}`;
}

/** Returns what came and what it gave; undefined when nothing has come. The transaction must name the account. */
export async function findReceivedGroups(
  sql: Transaction,
  accountId: string,
): Promise<ReceivedGroups | undefined> {
  const [row] = await sql<[{ groups: ReceivedGroups | null }?]>`
    select groups from accounts where id = ${accountId}`;
  return row?.groups ?? undefined;
}

/** Lists the names of teams. */
export async function listTeamNames(
  sql: TenantTransaction,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from teams where org_id = ${sql.orgId} and id = any (${storableArray(ids)}::text[]::uuid[]) order by name`;
  return rows.map(({ name }) => name);
}
