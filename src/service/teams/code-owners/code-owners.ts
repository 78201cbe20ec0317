/** Use cases of CODEOWNERS files: a pipeline sends one; admins list, confirm and delete them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditAction } from '../../../contract/audit.ts';
import { branchName } from '../../../contract/ci-context.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { comparableHandle } from '../../../contract/team.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import { requireAdmitted } from '../../access/grant.ts';
import type { ProvenContext } from '../../access/trust/proven-context.ts';
import { audit } from '../../audit/audit-store.ts';
import type { Change } from '../../policy/organisation-settings.ts';
import { findSettings } from '../../policy/organisation-settings-store.ts';
import { reassignOwners } from '../owners-store.ts';
import { listHandles, lockTeams } from '../teams-store.ts';
import {
  type CodeOwnersRecord,
  deleteCodeOwners,
  findCodeOwners,
  insertCodeOwners,
  listCodeOwners,
  listOfRepository,
  putInForce,
  type SentCodeOwners,
  sumUpCodeOwners,
} from './code-owners-store.ts';
import { type CodeOwnersFile, parseCodeOwners } from './parse.ts';

/** File as a caller sends it. */
export type CodeOwnersUpload = Pick<SentCodeOwners, 'repository' | 'grammar' | 'path' | 'branch' | 'content'>;

/** Owner that a file names, and the team that has this name among its handles. */
export interface NamedOwner {
  readonly owner: string;
  /** Patterns that name it. */
  readonly patterns: number;
  /** Null: no team has it. */
  readonly team: { readonly id: string; readonly name: string } | null;
}

/** A file with what it would do. */
export interface ReadCodeOwners {
  readonly record: CodeOwnersRecord;
  readonly skippedLines: number;
  /** The first ones that the file names. */
  readonly owners: readonly NamedOwner[];
}

/** Owners that an answer lists. */
const OWNERS_LISTED_MAX = 100;

/**
 * Stores a file that a pipeline has sent. It is in force where the identity token proves its repository and a default branch;
 * otherwise it is a proposal, and one in force stays.
 * @throws AppError `invalid_field`, `file_too_large`, `state_conflict` beyond the limits of the organisation
 */
export async function takeCodeOwners(
  sql: Sql,
  change: Change,
  upload: CodeOwnersUpload,
  proven: ProvenContext | null,
): Promise<ReadCodeOwners> {
  const { patternCount } = readContent(upload);
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockTeams(transaction);
    const { defaultBranches } = await findSettings(transaction);
    const isProven = isOfDefaultBranch(upload, proven, defaultBranches);
    const branch = isProven ? (proven?.branch ?? null) : upload.branch;
    const sent = { ...upload, branch, isProven, patternCount, sentByName: change.actor.name };
    const known = await listOfRepository(transaction, upload.repository);
    const same = known.find((one) => isSame(one, upload));
    const proposed = known.find(({ isInForce }) => !isInForce);
    // What is in force needs no proposal, and what is proposed no second one.
    if (same !== undefined && (same.isInForce || !isProven)) {
      if (same.isInForce && proposed !== undefined) await deleteCodeOwners(transaction, proposed.id);
      return withOwners(transaction, same);
    }
    for (const { id, isInForce } of known)
      if (!isInForce || isProven) await deleteCodeOwners(transaction, id);
    await requireSpace(transaction, sent, isProven);
    const id = await insertCodeOwners(transaction, sent, isProven);
    const stored = await requireCodeOwners(transaction, id);
    if (isProven) {
      await reassignOwners(transaction);
      await note(transaction, change, 'code_owners.proven', stored);
    }
    return withOwners(transaction, stored);
  });
}

/** Lists the files of the organisation, in the order of their repositories. */
export async function readAllCodeOwners(sql: Sql, orgId: string): Promise<readonly ReadCodeOwners[]> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const teamOf = await teamsByHandle(transaction);
    const all: ReadCodeOwners[] = [];
    for (const record of await listCodeOwners(transaction)) {
      all.push(read(record, teamOf));
      await nextTurn();
    }
    return all;
  });
}

/** Returns the file of this id. @throws AppError `not_found` */
export async function readCodeOwners(sql: Sql, orgId: string, id: string): Promise<ReadCodeOwners> {
  return withOrganisation(sql, orgId, async (transaction) =>
    withOwners(transaction, await requireCodeOwners(transaction, id)),
  );
}

/**
 * Puts a proposed file in force, instead of the one that was.
 * @throws AppError `not_found`, `state_conflict` beyond the limits of the organisation
 */
export async function confirmCodeOwners(sql: Sql, change: Change, id: string): Promise<ReadCodeOwners> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await requireAdmitted(transaction, change.actor);
    await lockTeams(transaction);
    const proposed = await requireCodeOwners(transaction, id);
    if (proposed.isInForce) return withOwners(transaction, proposed);
    for (const one of await listOfRepository(transaction, proposed.repository))
      if (one.isInForce) await deleteCodeOwners(transaction, one.id);
    await requireSpace(transaction, proposed, true);
    await putInForce(transaction, id, change.actor.name);
    await reassignOwners(transaction);
    const confirmed = await requireCodeOwners(transaction, id);
    await note(transaction, change, 'code_owners.confirmed', confirmed);
    return withOwners(transaction, confirmed);
  });
}

/** Deletes a file: a proposal, or one in force, whose workflows then have the owners of the teams' patterns. @throws AppError `not_found` */
export async function removeCodeOwners(sql: Sql, change: Change, id: string): Promise<void> {
  await withOrganisation(sql, change.orgId, async (transaction) => {
    await lockTeams(transaction);
    const before = await requireCodeOwners(transaction, id);
    await deleteCodeOwners(transaction, id);
    if (before.isInForce) await reassignOwners(transaction);
    await note(transaction, change, 'code_owners.deleted', before);
  });
}

/** Returns the first of these owners that is a handle of a team. */
export function teamAmong(
  owners: readonly string[],
  teamOf: ReadonlyMap<string, { readonly id: string }>,
): string | undefined {
  for (const owner of owners) {
    const team = teamOf.get(comparableHandle(owner));
    if (team !== undefined) return team.id;
  }
  return undefined;
}

/** Returns the teams by their handles. */
export async function teamsByHandle(
  sql: TenantTransaction,
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  const teams = await listHandles(sql);
  return new Map(
    teams.flatMap(({ id, name, handles }) =>
      handles.map((handle) => [comparableHandle(handle), { id, name }] as const),
    ),
  );
}

/** Returns the text of a file; bytes that are no UTF-8 become replacement characters. */
export function codeOwnersText(content: Buffer): string {
  return new TextDecoder().decode(content);
}

function isOfDefaultBranch(
  { repository }: CodeOwnersUpload,
  proven: ProvenContext | null,
  defaultBranches: readonly string[],
): boolean {
  if (proven === null || proven.branch === null || proven.repository !== repository) return false;
  return defaultBranches.map(branchName).includes(branchName(proven.branch));
}

function isSame(one: CodeOwnersRecord, { content, grammar, path }: CodeOwnersUpload): boolean {
  return one.grammar === grammar && one.path === path && one.content.equals(content);
}

function readContent({ content, grammar }: CodeOwnersUpload): CodeOwnersFile {
  const { codeOwnersBytesMax, codeOwnersPatternsMax } = CONTRACT_LIMITS;
  if (content.byteLength > codeOwnersBytesMax)
    throw invalid(`is larger than ${codeOwnersBytesMax} bytes`, codeOwnersBytesMax);
  const file = parseCodeOwners(codeOwnersText(content), grammar);
  if (file.patternCount > codeOwnersPatternsMax)
    throw invalid(
      `has ${file.patternCount} patterns; the limit is ${codeOwnersPatternsMax}`,
      codeOwnersPatternsMax,
    );
  return file;
}

function invalid(what: string, limit: number): AppError {
  return new AppError('invalid_field', `The CODEOWNERS file ${what}.`, {
    field: 'file',
    limit: String(limit),
  });
}

/** Requires space for one more file. What is proposed takes none from what is in force, as anyone who sends results can propose. */
async function requireSpace(
  transaction: TenantTransaction,
  sent: Pick<SentCodeOwners, 'content' | 'patternCount'>,
  isInForce: boolean,
): Promise<void> {
  const { codeOwnersFilesMax, codeOwnersTotalBytesMax, codeOwnersTotalPatternsMax } = CONTRACT_LIMITS;
  const { files, bytes, patterns } = await sumUpCodeOwners(transaction, isInForce);
  const over = [
    [files + 1, codeOwnersFilesMax, 'CODEOWNERS files'],
    [bytes + sent.content.byteLength, codeOwnersTotalBytesMax, 'bytes of CODEOWNERS files'],
    [patterns + sent.patternCount, codeOwnersTotalPatternsMax, 'patterns in CODEOWNERS files'],
  ] as const;
  const broken = over.find(([count, limit]) => count > limit);
  if (broken === undefined) return;
  const [, limit, what] = broken;
  const state = isInForce ? 'in force' : 'that wait to be confirmed';
  const message = `The organisation can have ${limit} ${what} ${state}, and this would be more. An admin can delete some.`;
  throw new AppError('state_conflict', message, { limit: String(limit) });
}

async function requireCodeOwners(transaction: TenantTransaction, id: string): Promise<CodeOwnersRecord> {
  const found = isUuid(id) ? await findCodeOwners(transaction, id) : undefined;
  if (found !== undefined) return found;
  throw new AppError(
    'not_found',
    `The organisation has no CODEOWNERS file ${JSON.stringify(id.slice(0, 80))}. A newer one may have replaced it.`,
  );
}

async function withOwners(transaction: TenantTransaction, record: CodeOwnersRecord): Promise<ReadCodeOwners> {
  return read(record, await teamsByHandle(transaction));
}

function read(record: CodeOwnersRecord, teamOf: Awaited<ReturnType<typeof teamsByHandle>>): ReadCodeOwners {
  const { sections, skippedLines } = parseCodeOwners(codeOwnersText(record.content), record.grammar);
  const counts = new Map<string, number>();
  for (const { rules } of sections)
    for (const { owners } of rules)
      for (const owner of new Set(owners.map(comparableHandle)))
        counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const owners = [...counts]
    .slice(0, OWNERS_LISTED_MAX)
    .map(([owner, patterns]) => ({ owner, patterns, team: teamOf.get(owner) ?? null }));
  return { record, skippedLines, owners };
}

async function note(
  transaction: TenantTransaction,
  { actor, requestId }: Change,
  action: AuditAction,
  { id, repository, path, branch }: CodeOwnersRecord,
): Promise<void> {
  const target = { kind: 'code_owners', id, name: repository } as const;
  await audit(transaction, { actor, action, target, details: { path, branch }, changes: [], requestId });
}
