/** Trust policy: which identity tokens of a CI system may send files for an organisation. */
import type { TokenProviderName } from './token-provider.ts';

/** Claims by name. */
export type Claims = Readonly<Record<string, string>>;

export interface TrustPolicy {
  /** Unique in the organisation. */
  readonly name: string;
  readonly provider: TokenProviderName;
  /** `iss` of the tokens. */
  readonly issuer: string;
  /** Claim → exact value. */
  readonly pins: Claims;
  /** Claim → glob. */
  readonly conditions: Claims;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
}

/** Members of a policy that can be changed. */
export type TrustPolicyChanges = Partial<Omit<TrustPolicy, 'provider' | 'issuer'>>;
