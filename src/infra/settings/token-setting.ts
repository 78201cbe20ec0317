/** Settings of the identity provider's tokens. */

import { StartError } from '../process/start-error.ts';
import { type KeyedOf, name, type Setting, secureAddress } from './setting-values.ts';

/** Expected properties of the identity provider's tokens. */
export interface TokenConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** Name of the claim with the organisations, and perhaps their roles; null: members are stored here. */
  readonly orgClaim: string | null;
  /** Name of the claim with the roles. */
  readonly roleClaim: string;
  /** Name or path of the claim with the groups. */
  readonly groupsClaim: string;
}

export const TOKEN_SETTINGS = {
  FLOWARDEN_JWT_ISSUER: {
    ...name,
    readers: ['core', 'commands'],
    meaning:
      "`iss` of the identity provider's tokens; with the next two, bearer tokens are accepted too ([access](access.md))",
  },
  FLOWARDEN_JWT_AUDIENCE: {
    ...name,
    readers: ['core', 'commands'],
    meaning: '`aud` that tokens must have',
  },
  FLOWARDEN_JWT_JWKS_URL: {
    ...secureAddress,
    readers: ['core', 'commands'],
    meaning: "address of the provider's published keys",
  },
  FLOWARDEN_JWT_ORG_CLAIM: {
    ...name,
    readers: ['core', 'commands'],
    meaning:
      "claim with the organisation's UUID, a list of them, or an object from UUID to role; without it, the members of `/api/v1/members` are admitted",
  },
  FLOWARDEN_JWT_ROLE_CLAIM: {
    ...name,
    readers: ['core', 'commands'],
    defaultValue: 'role',
    meaning: 'claim with the role or roles: `viewer`, `auditor`, `developer`, `approver`, `admin`',
  },
  FLOWARDEN_JWT_GROUPS_CLAIM: {
    ...name,
    readers: ['core', 'commands'],
    defaultValue: 'groups',
    meaning:
      'claim with the groups that [group mappings](groups.md) name, by its name or by a path with dots such as `realm_access.roles`',
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Builds the token settings. A partial configuration would accept no token, or wrong ones. */
export function tokenConfig(values: KeyedOf<typeof TOKEN_SETTINGS>): TokenConfig | null {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtJwksUrl: jwksUrl } = values;
  const { jwtOrgClaim: orgClaim, jwtRoleClaim: roleClaim, jwtGroupsClaim: groupsClaim } = values;
  if (issuer && audience && jwksUrl) return { issuer, audience, jwksUrl, orgClaim, roleClaim, groupsClaim };
  if (!issuer && !audience && !jwksUrl && !orgClaim) return null;
  throw new StartError(
    'FLOWARDEN_JWT_ISSUER, FLOWARDEN_JWT_AUDIENCE and FLOWARDEN_JWT_JWKS_URL must be set together; without them FLOWARDEN_JWT_ORG_CLAIM means nothing.',
    2,
  );
}
