/** Use cases of teams: list them, add one, change one, delete one. */
import { type AuditAction, fieldChanges } from '../../contract/audit.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { comparableHandle, isRepositoryGlob, type Team } from '../../contract/team.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { requireAdmitted } from '../access/grant.ts';
import { audit } from '../audit/audit-store.ts';
import { type Change, requireVersion } from '../policy/organisation-settings.ts';
import { disownWorkflows, reassignOwners } from './owners-store.ts';
import { settleRepositories } from './repositories-store.ts';
import {
  countOtherPatterns,
  deleteTeam,
  findTeam,
  hasWebhook,
  insertTeam,
  listHandles,
  listStrangers,
  listTeams,
  lockTeams,
  replaceMembers,
  replacePatterns,
  type TeamHandles,
  type TeamPage,
  type TeamRecord,
  updateTeam,
} from './teams-store.ts';

/** Team that a change is about. */
export interface TeamVersion {
  readonly id: string;
  /** The version that the caller knows; null: any version. */
  readonly etag: string | null;
}

const FIELDS = ['name', 'description', 'handles', 'memberIds', 'patterns'] as const satisfies (keyof Team)[];

/** One page of the teams, in the order of their names. @throws AppError `invalid_cursor` */
export async function readTeams(
  sql: Sql,
  orgId: string,
  cursor: string | null,
  pageSize: number,
): Promise<TeamPage> {
  return withOrganisation(sql, orgId, (transaction) => listTeams(transaction, cursor, pageSize));
}

/** Returns the team of this id. @throws AppError `not_found` */
export async function readTeam(sql: Sql, orgId: string, id: string): Promise<TeamRecord> {
  return withOrganisation(sql, orgId, (transaction) => requireTeam(transaction, id));
}

/** Adds a team. @throws AppError `invalid_field`, or `state_conflict` when a name is taken or a limit reached */
export async function addTeam(sql: Sql, change: Change, team: Team): Promise<TeamRecord> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    // What a team may see outlives the access of its author.
    await requireAdmitted(transaction, change.actor);
    await lockTeams(transaction);
    const others = await listHandles(transaction);
    if (others.length >= CONTRACT_LIMITS.teamsMax) throw tooMany('teams', CONTRACT_LIMITS.teamsMax);
    await requireSoundTeam(transaction, team, null, others);
    const id = await insertTeam(transaction, team, change.actor.name);
    if (id === undefined) throw nameIsTaken(team.name);
    await replaceMembers(transaction, id, team.memberIds);
    await replacePatterns(transaction, id, team.patterns);
    await followPatterns(transaction);
    const added = await requireTeam(transaction, id);
    await note(transaction, change, 'team.created', { before: null, after: added });
    return added;
  });
}

/** Changes the given members of a team. @throws AppError `not_found`, `etag_mismatch`, `invalid_field`, `state_conflict` */
export async function changeTeam(
  sql: Sql,
  change: Change,
  { id, etag }: TeamVersion,
  changes: Partial<Team>,
): Promise<TeamRecord> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await requireAdmitted(transaction, change.actor);
    await lockTeams(transaction);
    const before = await requireTeam(transaction, id);
    requireVersion(before, etag);
    if (Object.keys(changes).length === 0) return before;
    const wanted = { ...before, ...changes };
    await requireSoundTeam(transaction, wanted, before, await listHandles(transaction));
    if (!(await updateTeam(transaction, before.id, wanted))) throw nameIsTaken(wanted.name);
    if (changes.memberIds !== undefined) await replaceMembers(transaction, before.id, changes.memberIds);
    if (changes.patterns !== undefined) {
      await replacePatterns(transaction, before.id, changes.patterns);
      await followPatterns(transaction);
    } else if (changes.handles !== undefined) {
      await reassignOwners(transaction);
    }
    const after = await requireTeam(transaction, before.id);
    await note(transaction, change, 'team.updated', { before, after });
    return after;
  });
}

/** Deletes a team; its workflows stay. @throws AppError `not_found`, `etag_mismatch`; `state_conflict` when a webhook is limited to it */
export async function removeTeam(sql: Sql, change: Change, { id, etag }: TeamVersion): Promise<void> {
  await withOrganisation(sql, change.orgId, async (transaction) => {
    await lockTeams(transaction);
    const before = await requireTeam(transaction, id);
    requireVersion(before, etag);
    if (await hasWebhook(transaction, before.id)) {
      const message = `A webhook is limited to the team ${JSON.stringify(before.name)}. Delete it or change its limit first.`;
      throw new AppError('state_conflict', message, { name: before.name });
    }
    await disownWorkflows(transaction, before.id);
    await deleteTeam(transaction, before.id);
    await followPatterns(transaction);
    await note(transaction, change, 'team.deleted', { before, after: null });
  });
}

/** Rights follow the patterns at once, owners within seconds. */
async function followPatterns(transaction: TenantTransaction): Promise<void> {
  await settleRepositories(transaction, true);
  await reassignOwners(transaction);
}

async function requireTeam(transaction: TenantTransaction, id: string): Promise<TeamRecord> {
  const found = isUuid(id) ? await findTeam(transaction, id) : undefined;
  if (found === undefined) throw notFound(id);
  return found;
}

/** Rejects unknown members, handles of another team, and more patterns than the organisation may have. */
async function requireSoundTeam(
  transaction: TenantTransaction,
  team: Team,
  before: TeamRecord | null,
  teams: readonly TeamHandles[],
): Promise<void> {
  const [stranger] = await listStrangers(transaction, team.memberIds);
  if (stranger !== undefined) {
    const message = `member_ids has ${stranger}, which is no member of the organisation. Add the person first.`;
    throw new AppError('invalid_field', message, { field: 'member_ids', id: stranger });
  }
  const owners = new Map(
    teams
      .filter(({ id }) => id !== before?.id)
      .flatMap(({ name, handles }) => handles.map((one) => [one, name])),
  );
  const taken = team.handles.find((handle) => owners.has(comparableHandle(handle)));
  if (taken !== undefined) {
    const message = `The handle ${JSON.stringify(taken)} means the team ${JSON.stringify(owners.get(taken))} already. Take it away there first.`;
    throw new AppError('state_conflict', message, { handle: taken });
  }
  const others = await countOtherPatterns(transaction, before?.id ?? null);
  const { teamPatternsMax, teamRepositoryGlobsMax } = CONTRACT_LIMITS;
  if (others.patterns + team.patterns.length > teamPatternsMax)
    throw tooMany('patterns in its teams', teamPatternsMax);
  if (others.globs + team.patterns.filter(isRepositoryGlob).length > teamRepositoryGlobsMax)
    throw tooMany('patterns with * in the repository', teamRepositoryGlobsMax);
}

/** Versions of a team around a change, of which one may be absent. */
type Versions =
  | { readonly before: TeamRecord | null; readonly after: TeamRecord }
  | { readonly before: TeamRecord; readonly after: null };

async function note(
  transaction: TenantTransaction,
  { actor, requestId }: Change,
  action: AuditAction,
  { before, after }: Versions,
): Promise<void> {
  const { id, name } = after ?? before;
  const target = { kind: 'team', id, name } as const;
  const changes = fieldChanges(before && noted(before), after && noted(after), FIELDS);
  await audit(transaction, { actor, action, target, details: {}, changes, requestId });
}

/** Patterns that an audit entry quotes; of longer lists it has the beginning. */
const PATTERNS_NOTED_MAX = 100;

/** Returns a team as an audit entry has it: a list of a thousand patterns would make the log unreadable. */
function noted(team: Team): Team {
  const patterns = team.patterns.slice(0, PATTERNS_NOTED_MAX);
  const left = team.patterns.length - patterns.length;
  return {
    ...team,
    patterns: left === 0 ? patterns : [...patterns, { repository: `… and ${left} more`, path: null }],
  };
}

function tooMany(what: string, limit: number): AppError {
  const message = `The organisation can have ${limit} ${what}, and this would be more. Delete some first.`;
  return new AppError('state_conflict', message, { limit: String(limit) });
}

function nameIsTaken(name: string): AppError {
  const message = `There is a team ${JSON.stringify(name)} already. Change that one.`;
  return new AppError('state_conflict', message, { name });
}

function notFound(id: string): AppError {
  return new AppError('not_found', `The organisation has no team ${JSON.stringify(id.slice(0, 80))}.`);
}
