/** Organisations of a person who has signed in, with what the person may do there. */
import type { MemberRole } from '../../../contract/member.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation, withPerson } from '../../../infra/database/database.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { scopesOfRoles } from '../roles.ts';
import { narrowedScopes, type Scope } from '../scopes.ts';
import type { ClaimedRoles, SessionRecord } from './sessions-store.ts';

/** Organisation of a person. */
export interface PersonOrganisation {
  readonly id: string;
  readonly name: string;
  /** The one with most scopes, when there are several. */
  readonly role: MemberRole;
  readonly scopes: readonly Scope[];
  /** True: the person sees what their teams own alone. */
  readonly teamsOnly: boolean;
}

/** Lists the organisations of a person, by their names. */
export async function readPersonOrganisations(
  sql: Sql,
  session: Pick<SessionRecord, 'issuer' | 'subject' | 'claimedRoles'>,
): Promise<readonly PersonOrganisation[]> {
  const { issuer, subject, claimedRoles } = session;
  const found =
    claimedRoles === null
      ? await withPerson(sql, { 'app.issuer': issuer, 'app.subject': subject }, (transaction) =>
          listMemberships(transaction, issuer, subject),
        )
      : await claimedOrganisations(sql, claimedRoles);
  return found.map(({ id, name, roles, teamsOnly }) => ({
    id,
    name,
    role: roles.toSorted((one, other) => scopesOfRoles([other]).length - scopesOfRoles([one]).length)[0]!,
    scopes: narrowedScopes(scopesOfRoles(roles), teamsOnly ? [] : null),
    teamsOnly,
  }));
}

interface FoundOrganisation {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly MemberRole[];
  readonly teamsOnly: boolean;
}

async function listMemberships(
  sql: Transaction,
  issuer: string,
  subject: string,
): Promise<readonly FoundOrganisation[]> {
  const rows = await sql<(Omit<FoundOrganisation, 'roles'> & { role: MemberRole })[]>`
    select organisations.id, organisations.name, role, teams_only
    from organisation_members join organisations on organisations.id = org_id
    where issuer = ${issuer} and subject = ${subject}
    order by organisations.name, organisations.id limit ${ACCESS_LIMITS.organisationsListedMax}`;
  return rows.map(({ role, ...organisation }) => ({ ...organisation, roles: [role] }));
}

async function claimedOrganisations(sql: Sql, claimed: ClaimedRoles): Promise<readonly FoundOrganisation[]> {
  const known = Object.entries(claimed).filter(([id, roles]) => isUuid(id) && roles.length > 0);
  const found: FoundOrganisation[] = [];
  for (const [id, roles] of known.slice(0, ACCESS_LIMITS.organisationsListedMax)) {
    const name = await withOrganisation(sql, id, findOwnName);
    if (name !== undefined) found.push({ id, name, roles, teamsOnly: false });
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Returns the name of the transaction's organisation; undefined if it does not exist. */
export async function findOwnName(
  sql: Transaction & { readonly orgId: string },
): Promise<string | undefined> {
  const [row] = await sql<[{ name: string }?]>`select name from organisations where id = ${sql.orgId}`;
  return row?.name;
}
