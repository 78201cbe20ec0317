/** The use case of assigning findings to those who work on them. */
import { fieldChanges } from '../../contract/audit.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { findMember } from '../access/members-store.ts';
import { audit } from '../audit/audit-store.ts';
import type { Change } from '../policy/organisation-settings.ts';
import { findTeam, holdTeams } from '../teams/teams-store.ts';
import {
  type AssignableFinding,
  type AssignmentTerms,
  deleteAssignments,
  type FindingReference,
  holdMember,
  holdWorkflows,
  listAssignable,
  replaceAssignments,
} from './assignments-store.ts';

/** Member that is the caller. */
const ME = 'me';

const FIELDS = ['memberId', 'teamId', 'dueAt', 'comment'] as const satisfies (keyof AssignmentTerms)[];

/**
 * Replaces the assignments of findings, all or none, and returns their number. One that says nothing is deleted.
 * @param wanted with the id of a member, or `me`
 * @throws AppError `not_found` for a finding that no newest run has, `invalid_field` for an unknown member or team
 */
export async function assignFindings(
  sql: Sql,
  { orgId, actor, requestId }: Change,
  findings: readonly FindingReference[],
  wanted: AssignmentTerms,
): Promise<number> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const memberId = (await requireAssignee(transaction, actor, wanted)) ?? null;
    const assignment = { ...wanted, memberId };
    await holdWorkflows(transaction, findings);
    const found = await requireAssignable(transaction, findings);
    if (FIELDS.every((field) => assignment[field] === null)) await deleteAssignments(transaction, found);
    else await replaceAssignments(transaction, found, assignment, actor.name);
    for (const before of found) {
      const { findingId: id, ruleId, filename, workflowId } = before;
      await audit(transaction, {
        actor,
        action: 'finding.assigned',
        target: { kind: 'finding', id, name: `${ruleId} ${filename}` },
        details: { workflowId },
        changes: fieldChanges(before, assignment, FIELDS),
        requestId,
      });
    }
    return found.length;
  });
}

/**
 * Requires what a caller whose rights are narrowed names to be visible to it: the findings, and the member or team.
 * @throws AppError as if there were none
 */
export async function requireVisible(
  sql: TenantTransaction,
  findings: readonly FindingReference[],
  { memberId, teamId }: AssignmentTerms,
): Promise<void> {
  await requireAssignable(sql, findings);
  if (teamId !== null && (await findTeam(sql, teamId)) === undefined) throw noTeam(teamId);
  if (memberId !== null && memberId !== ME && (await findMember(sql, memberId)) === undefined)
    throw noMember(memberId);
}

/** Finds findings of the newest runs, each once. @throws AppError `not_found` for the first that there is not */
async function requireAssignable(
  sql: TenantTransaction,
  findings: readonly FindingReference[],
): Promise<readonly AssignableFinding[]> {
  const wanted = new Map(findings.map((one) => [keyOf(one), one]));
  const found = await listAssignable(sql, [...wanted.values()]);
  const known = new Set(found.map(keyOf));
  const missing = [...wanted].find(([key]) => !known.has(key))?.[1];
  if (missing === undefined) return found;
  const message = `The newest run of the workflow ${missing.workflowId} has no finding ${missing.findingId}. Load the findings again.`;
  throw new AppError('not_found', message, { id: missing.findingId });
}

async function requireAssignee(
  sql: TenantTransaction,
  { kind, id }: Change['actor'],
  { memberId, teamId }: AssignmentTerms,
): Promise<string | undefined> {
  if (memberId !== null && teamId !== null)
    throw invalid('team_id', 'member_id and team_id are set. Assign findings to one of them.');
  if (teamId !== null) {
    await holdTeams(sql);
    if ((await findTeam(sql, teamId)) === undefined) throw noTeam(teamId);
  }
  if (memberId === null) return undefined;
  const isMe = memberId === ME;
  if (isMe && kind !== 'user')
    throw invalid('member_id', `A key is no member: ${ME} means the person who calls.`);
  const member = await holdMember(sql, isMe ? { id: null, subject: id } : { id: memberId, subject: null });
  if (member !== undefined) return member;
  throw isMe ? invalid('member_id', 'The organisation does not list you as a member.') : noMember(memberId);
}

function noTeam(id: string): AppError {
  return invalid('team_id', `There is no team ${id}. GET /api/v1/teams lists those that you can name.`);
}

function noMember(id: string): AppError {
  return invalid('member_id', `There is no member ${id}.`);
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_field', message, { field });
}

const keyOf = ({ workflowId, findingId }: FindingReference) => `${workflowId}/${findingId}`.toLowerCase();
