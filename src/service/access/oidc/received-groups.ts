/** Groups of a person's ID token: what each organisation gives for them, and the record of it that the person may read. */
import type { Subject } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation, withPerson } from '../../../infra/database/database.ts';
import { mappableNames } from '../groups/claimed-groups.ts';
import { listMappingOrganisations } from '../groups/group-mappings-store.ts';
import { listOrganisationsWithGroups } from '../groups/group-members-store.ts';
import { findOwnName } from '../sessions/person-organisations.ts';
import { admitByGroups } from '../tokens/membership.ts';
import type { TokenSettings, TokenUser } from '../tokens/token.ts';
import { type GivenByGroups, listTeamNames, type ReceivedGroups } from './received-groups-store.ts';

/** Log of what groups gave. */
export interface GroupsLog {
  info(fields: object, message: string): void;
}

/** Dependencies of receiving groups. */
export interface GroupsDeps {
  readonly sql: Sql;
  readonly tokens: Pick<TokenSettings, 'orgClaim' | 'groupsClaim'>;
  readonly now: () => Date;
  readonly groupsLog: GroupsLog;
}

/** Groups in a line of the log. */
const GROUPS_LOGGED_MAX = 50;

/** Applies the groups of an ID token in all organisations that they concern; undefined where claims give the roles themselves. */
export async function receiveGroups(
  { sql, tokens, now, groupsLog }: GroupsDeps,
  user: TokenUser,
): Promise<ReceivedGroups | undefined> {
  if (tokens.orgClaim !== null) return undefined;
  const { names, isStated, problem, at } = user.groups;
  const organisations: GivenByGroups[] = [];
  for (const orgId of await concernedOrganisations(sql, user, names)) {
    organisations.push(
      await withOrganisation(sql, orgId, async (inner) => {
        const settled = await admitByGroups(inner, user, now(), 'sign_in');
        const { teamIds = [], groups = [] } = settled.rights ?? {};
        return {
          id: orgId,
          name: (await findOwnName(inner)) ?? orgId,
          role: settled.member?.role ?? null,
          teamsOnly: settled.member?.teamsOnly ?? false,
          teams: await listTeamNames(inner, teamIds),
          groups,
          problem: settled.isLastAdmin ? LAST_ADMIN : null,
        };
      }).catch((error: unknown) => failed(orgId, error)),
    );
  }
  const received = {
    at: at.toISOString(),
    claim: tokens.groupsClaim,
    groups: names,
    // A provider that sends no groups is none of the person's concern where none are mapped.
    problem: isStated || organisations.length > 0 ? problem : null,
    organisations,
  };
  const { issuer, subject } = user;
  if (names.length > 0 || organisations.length > 0 || received.problem !== null)
    groupsLog.info(
      { issuer, subject, ...received, groups: names.slice(0, GROUPS_LOGGED_MAX), groupCount: names.length },
      'the groups of a person were applied',
    );
  return received;
}

const LAST_ADMIN =
  'These groups no longer give the role admin, and it stays: there is no other admin of the organisation.';

function failed(orgId: string, error: unknown): GivenByGroups {
  if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
  const problem = error.message;
  return { id: orgId, name: orgId, role: null, teamsOnly: false, teams: [], groups: [], problem };
}

/** Lists organisations that have mapped one of the groups, and those where earlier groups gave something. */
async function concernedOrganisations(
  sql: Sql,
  { issuer, subject }: Subject,
  groups: readonly string[],
): Promise<readonly string[]> {
  const names = mappableNames(groups);
  const settings = { 'app.issuer': issuer, 'app.subject': subject, 'app.groups': JSON.stringify(names) };
  return withPerson(sql, settings, async (transaction) => {
    const mapped = await listMappingOrganisations(transaction, issuer, names);
    const held = await listOrganisationsWithGroups(transaction, { issuer, subject });
    return [...new Set([...held, ...mapped])];
  });
}
