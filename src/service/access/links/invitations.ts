/** Invitations: a link by which a member who was added becomes a person that can sign in. */

import { fieldChanges } from '../../../contract/audit.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import type { Seal } from '../../../infra/sealing/seal.ts';
import { DAY_MS } from '../../../units.ts';
import { audit } from '../../audit/audit-store.ts';
import { requireAdmitted, requireGrantable } from '../grant.ts';
import type { MemberManager } from '../members.ts';
import { findMember } from '../members-store.ts';
import { scopesOfRoles } from '../roles.ts';
import { hashSecret, makeSecret } from '../sessions/session-secret.ts';
import { upsertInvitation } from './links-store.ts';
import { linkAddress } from './sign-in-links.ts';

/** Life of an invitation. */
const INVITATION_MS_MAX = 7 * DAY_MS;

/** Dependencies of the use case. */
export interface InvitationDeps {
  readonly sql: Sql;
  readonly pepper: string;
  readonly baseUrl: string;
  /** Seals the link until it is mailed. */
  readonly seal: Seal;
  readonly now: () => Date;
}

/** Invitation with its link, which is shown this once. */
export interface FreshInvitation {
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * Makes the link of a member who has not come yet, in the place of an earlier one.
 * @throws AppError `not_found`, `state_conflict`, `insufficient_scope`
 */
export async function inviteMember(
  { sql, pepper, baseUrl, seal, now }: InvitationDeps,
  manager: MemberManager,
  id: string,
): Promise<FreshInvitation> {
  return withOrganisation(sql, manager.orgId, async (inner) => {
    const member = isUuid(id) ? await findMember(inner, id) : undefined;
    if (member === undefined)
      throw new AppError('not_found', `The organisation has no member with the id ${id}.`, { id });
    requireGrantable(manager.scopes, scopesOfRoles([member.role]));
    await requireAdmitted(inner, manager.actor);
    if (member.subject !== null) {
      const message =
        'The member is known by an account already. Invitations are for members who have not come yet.';
      throw new AppError('state_conflict', message, { id });
    }
    const token = makeSecret();
    const expiresAt = new Date(now().getTime() + INVITATION_MS_MAX);
    const url = linkAddress(baseUrl, token);
    await upsertInvitation(inner, {
      memberId: member.id,
      tokenHash: hashSecret('link', token, pepper),
      expiresAt,
      sealedUrl: seal.seal(url, invitationOwner(member.orgId, member.id)),
      createdByName: manager.actor.name,
    });
    await audit(inner, {
      actor: manager.actor,
      action: 'member.invited',
      target: { kind: 'member', id: member.id, name: member.email ?? member.id },
      details: { role: member.role, expiresAt },
      changes: fieldChanges(null, { expiresAt }, ['expiresAt']),
      requestId: manager.requestId,
    });
    return { url, expiresAt };
  });
}

/** Returns the owner name of a sealed link. */
export function invitationOwner(orgId: string, memberId: string): string {
  return `invitation ${orgId}/${memberId}`;
}
