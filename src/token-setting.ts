/** The settings of the identity provider's tokens, which belong together. */
import { StartError } from './start-error.ts';

/** What is expected of the identity provider's tokens. */
export interface TokenConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** Name of the claim that holds the organisations, and perhaps the roles in them; null: members are kept here. */
  readonly orgClaim: string | null;
  /** Name of the claim that holds the roles. */
  readonly roleClaim: string;
}

type TokenValues = Readonly<
  Partial<
    Record<
      | 'FLOWARDEN_JWT_ISSUER'
      | 'FLOWARDEN_JWT_AUDIENCE'
      | 'FLOWARDEN_JWT_JWKS_URL'
      | 'FLOWARDEN_JWT_ORG_CLAIM'
      | 'FLOWARDEN_JWT_ROLE_CLAIM',
      string
    >
  >
>;

/** Half a configuration would accept nobody, or the wrong tokens. */
export function tokenConfig(values: TokenValues): TokenConfig | null {
  const issuer = values.FLOWARDEN_JWT_ISSUER;
  const audience = values.FLOWARDEN_JWT_AUDIENCE;
  const jwksUrl = values.FLOWARDEN_JWT_JWKS_URL;
  const orgClaim = values.FLOWARDEN_JWT_ORG_CLAIM ?? null;
  const roleClaim = values.FLOWARDEN_JWT_ROLE_CLAIM ?? 'role';
  if (issuer && audience && jwksUrl) return { issuer, audience, jwksUrl, orgClaim, roleClaim };
  if (!issuer && !audience && !jwksUrl && !orgClaim) return null;
  throw new StartError(
    'FLOWARDEN_JWT_ISSUER, FLOWARDEN_JWT_AUDIENCE and FLOWARDEN_JWT_JWKS_URL must be set together; without them FLOWARDEN_JWT_ORG_CLAIM means nothing.',
    2,
  );
}
