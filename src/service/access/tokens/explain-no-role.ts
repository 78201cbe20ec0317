/** Explanation why a valid token has no role in an organisation: the missing or unknown claim, and what to set. */

import type { JWTPayload } from 'jose';
import { isEmail, MEMBER_ROLES } from '../../../contract/member.ts';
import { showControlCharacters } from '../../../text/control-characters.ts';
import { truncate } from '../../../text/truncate.ts';

/** Problem with the claims of a token. */
export interface NoRole {
  /** For the owner of the token. It speaks of the token alone, never of members or invitations. */
  readonly message: string;
  /** The claim to set; null: no claim of the token is to blame. */
  readonly claim: string | null;
}

/** Names of the claims of members; without `orgClaim`, the store holds the members. */
export interface RoleClaims {
  readonly orgClaim: string | null;
  readonly roleClaim: string;
}

const ROLES = MEMBER_ROLES.join(', ');
const TEXT_SHOWN_MAX = 81;

/** Explains why the owner of a token has no role in an organisation. */
export function explainNoRole(
  payload: JWTPayload,
  { orgClaim, roleClaim }: RoleClaims,
  orgId: string,
): NoRole {
  return orgClaim === null
    ? noMember(payload, orgId)
    : noClaimedRole(payload[orgClaim], payload[roleClaim], { orgClaim, roleClaim, orgId });
}

/** Explains a token whose owner the store does not know as a member. */
function noMember({ sub, email, email_verified: verified }: JWTPayload, orgId: string): NoRole {
  const bySubject = `ask an admin of the organisation to add you by the subject ${quoted(sub)}`;
  const start = `The token is of no member of organisation ${orgId}`;
  if (typeof email !== 'string' || email === '') {
    const message = `${start}, and its claim "email" is missing, so no invitation can be taken up. Have the identity provider send "email" and "email_verified": true, or ${bySubject}.`;
    return { message, claim: 'email' };
  }
  if (verified !== true) {
    const found = verified === undefined ? 'is missing' : `is ${quoted(verified)} and not true`;
    const message = `${start}, and its claim "email_verified" ${found}, so no invitation by e-mail can be taken up. Have the identity provider send "email_verified": true, or ${bySubject}.`;
    return { message, claim: 'email_verified' };
  }
  if (!isEmail(email)) {
    const message = `${start}, and its claim "email" is ${quoted(email)}, by which no invitation can be taken up: before the @ it may only have ASCII letters, digits and signs. To come in, ${bySubject}.`;
    return { message, claim: 'email' };
  }
  const message = `${start}. Check X-Org-Id, or ${bySubject} or by the address ${quoted(email)}.`;
  return { message, claim: null };
}

/** The token decides: its claim has the organisations, and the roles in them or beside them. */
function noClaimedRole(
  organisations: unknown,
  roles: unknown,
  {
    orgClaim,
    roleClaim,
    orgId,
  }: { readonly orgClaim: string; readonly roleClaim: string; readonly orgId: string },
): NoRole {
  const org = quoted(orgClaim);
  if (organisations === undefined || organisations === null) {
    const message = `The claim ${org} is missing in the token. Have the identity provider put the UUID of the organisation there, a list of UUIDs, or an object from UUID to role.`;
    return { message, claim: orgClaim };
  }
  const isSame = (id: unknown) => typeof id === 'string' && id.toLowerCase() === orgId.toLowerCase();
  const isObject = typeof organisations === 'object' && !Array.isArray(organisations);
  const named = isObject ? Object.keys(organisations) : [organisations].flat();
  if (!named.some(isSame)) {
    const message = `The claim ${org} of the token does not name organisation ${orgId}. Check X-Org-Id, or have the identity provider add the organisation to the claim.`;
    return { message, claim: orgClaim };
  }
  const claim = isObject ? orgClaim : roleClaim;
  const where = isObject
    ? `The role of organisation ${orgId} in the claim ${org}`
    : `The claim ${quoted(roleClaim)}`;
  const found = isObject ? Object.entries(organisations).find(([id]) => isSame(id))?.[1] : roles;
  const isMissing = found === undefined || found === null || found === '' || [found].flat().length === 0;
  const what = isMissing ? 'is missing in the token' : `is ${quoted(found)}, which is no role here`;
  const message = `${where} ${what}. Have the identity provider set it to one of ${ROLES}.`;
  return { message, claim };
}

/** A value of a token on one line, cut. */
function quoted(value: unknown): string {
  return truncate(showControlCharacters(JSON.stringify(value) ?? 'nothing'), TEXT_SHOWN_MAX);
}
