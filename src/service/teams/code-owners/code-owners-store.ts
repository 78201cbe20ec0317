/** Store of the CODEOWNERS files of an organisation. */
import type { CodeOwnersGrammar } from '../../../contract/team.ts';
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';

/** A file as a pipeline has sent it. */
export interface SentCodeOwners {
  readonly repository: string;
  readonly grammar: CodeOwnersGrammar;
  readonly path: string;
  readonly branch: string | null;
  /** True: an identity token has proven the repository and a default branch. */
  readonly isProven: boolean;
  readonly content: Buffer;
  readonly patternCount: number;
  readonly sentByName: string;
}

export interface CodeOwnersRecord extends SentCodeOwners {
  readonly id: string;
  /** False: only a proposal. */
  readonly isInForce: boolean;
  readonly sentAt: Date;
  readonly confirmedByName: string | null;
}

/** Sums over the files of an organisation in one state. */
export interface CodeOwnersSums {
  readonly files: number;
  readonly bytes: number;
  readonly patterns: number;
}

/** Lists all files, in the order of their repositories, the one in force first. */
export async function listCodeOwners(sql: TenantTransaction): Promise<readonly CodeOwnersRecord[]> {
  return sql<CodeOwnersRecord[]>`
    select * from code_owners where org_id = ${sql.orgId} order by repository, is_in_force desc`;
}

/** Lists the files in force. */
export async function listInForce(
  sql: TenantTransaction,
): Promise<readonly Pick<CodeOwnersRecord, 'repository' | 'grammar' | 'content'>[]> {
  return sql<Pick<CodeOwnersRecord, 'repository' | 'grammar' | 'content'>[]>`
    select repository, grammar, content from code_owners where org_id = ${sql.orgId} and is_in_force`;
}

/** Returns the file of this id; undefined when there is none. */
export async function findCodeOwners(
  sql: TenantTransaction,
  id: string,
): Promise<CodeOwnersRecord | undefined> {
  const [row] = await sql<[CodeOwnersRecord?]>`
    select * from code_owners where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** Lists the files of a repository: one in force, one proposed, both or none. */
export async function listOfRepository(
  sql: TenantTransaction,
  repository: string,
): Promise<readonly CodeOwnersRecord[]> {
  return sql<CodeOwnersRecord[]>`
    select * from code_owners where org_id = ${sql.orgId} and repository = ${storableText(repository)}`;
}

/** Sums up the files in force, or those that are proposed. */
export async function sumUpCodeOwners(sql: TenantTransaction, isInForce: boolean): Promise<CodeOwnersSums> {
  const [row] = await sql<[CodeOwnersSums]>`
    select count(*)::int as files, coalesce(sum(length(content)), 0)::int as bytes,
      coalesce(sum(pattern_count), 0)::int as patterns
    from code_owners where org_id = ${sql.orgId} and is_in_force = ${isInForce}`;
  return row;
}

/** Stores a file and returns its id. There must be none of its repository and state. */
export async function insertCodeOwners(
  sql: TenantTransaction,
  { repository, grammar, path, branch, isProven, content, patternCount, sentByName }: SentCodeOwners,
  isInForce: boolean,
): Promise<string> {
  const id = uuidV7();
  await sql`
    insert into code_owners (
      org_id, id, repository, is_in_force, grammar, path, branch, is_proven, content, pattern_count, sent_by_name
    ) values (
      ${sql.orgId}, ${id}, ${storableText(repository)}, ${isInForce}, ${grammar}, ${storableText(path)},
      ${storableText(branch)}, ${isProven}, ${content}, ${patternCount}, ${storableText(sentByName)}
    )`;
  return id;
}

/** Puts a proposed file in force. There must be no other one in force. */
export async function putInForce(
  sql: TenantTransaction,
  id: string,
  confirmedByName: string | null,
): Promise<void> {
  await sql`
    update code_owners set is_in_force = true, confirmed_by_name = ${storableText(confirmedByName)}
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Deletes a file. */
export async function deleteCodeOwners(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from code_owners where org_id = ${sql.orgId} and id = ${id}`;
}
