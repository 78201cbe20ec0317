/** Match of a verified identity token with the trust policies of one organisation. */
import type { JWTPayload } from 'jose';
import type { TrustPolicy } from '../../../contract/trust-policy.ts';
import { matchesGlob } from './glob.ts';
import { TOKEN_PROVIDERS, type TokenProvider } from './providers.ts';
import type { WorkloadToken } from './verify-workload-token.ts';

/** Trust policy with its id. */
export type StoredPolicy = Omit<TrustPolicy, 'name'> & { readonly id: string };

type Tested = Pick<StoredPolicy, 'pins' | 'conditions'>;

/** Match: the policy, or why each policy rejected the token (for the log alone). */
export type PolicyMatch =
  | { readonly policy: StoredPolicy; readonly reasons: null }
  | { readonly policy: null; readonly reasons: readonly string[] };

/** Circumstances of a match. */
export interface MatchContext {
  /** Audience of the organisation: `{base_url}/orgs/{orgId}`. */
  readonly audience: string;
  readonly now: Date;
}

/** Returns the most specific policy that a verified token fulfils. */
export function matchPolicy(
  policies: readonly StoredPolicy[],
  token: WorkloadToken,
  context: MatchContext,
): PolicyMatch {
  const bySpecificity = policies
    .filter(({ issuer }) => issuer === token.issuer.url)
    .sort((a, b) => specificity(b) - specificity(a) || a.id.localeCompare(b.id));
  if (bySpecificity.length === 0) return { policy: null, reasons: ['no policy trusts the issuer'] };
  const reasons: string[] = [];
  for (const policy of bySpecificity) {
    const reason = rejectionOf(policy, token, context);
    if (reason === undefined) return { policy, reasons: null };
    reasons.push(`${policy.id}: ${reason}`);
  }
  return { policy: null, reasons };
}

function specificity({ pins, conditions }: StoredPolicy): number {
  return Object.keys(pins).length + Object.keys(conditions).length;
}

function rejectionOf(
  policy: StoredPolicy,
  token: WorkloadToken,
  { audience, now }: MatchContext,
): string | undefined {
  const provider: TokenProvider = TOKEN_PROVIDERS[policy.provider];
  if (policy.provider !== token.issuer.provider) return 'the policy is for another CI system than the issuer';
  if (policy.expiresAt !== null && policy.expiresAt <= now) return 'the policy has expired';
  const isPinned = provider.requiredPins.some((set) =>
    set.every((claim) => Object.hasOwn(policy.pins, claim)),
  );
  if (!isPinned) return 'the policy lacks a required pin';
  const unlisted = Object.keys(policy.conditions).find((claim) => !provider.conditions.includes(claim));
  if (unlisted !== undefined) return `the policy tests the unlisted claim ${unlisted}`;
  if (provider.audience === 'organisation' && token.audience !== audience)
    return 'aud is not the audience of the organisation';
  return mismatchOf(withRefKind(policy, provider), token.claims);
}

/** Adds that `ref` is a branch to a policy that tests it and not its kind. */
function withRefKind({ pins, conditions }: StoredPolicy, { refKindClaim: kind }: TokenProvider): Tested {
  const tests = (claim: string) => Object.hasOwn(pins, claim) || Object.hasOwn(conditions, claim);
  const isBranch = kind !== null && tests('ref') && !tests(kind);
  return { pins, conditions: isBranch ? { ...conditions, [kind]: 'branch' } : conditions };
}

function mismatchOf({ pins, conditions }: Tested, claims: JWTPayload): string | undefined {
  const claimOf = (claim: string) => (Object.hasOwn(claims, claim) ? claims[claim] : undefined);
  const pin = Object.entries(pins).find(([claim, value]) => claimOf(claim) !== value);
  if (pin !== undefined) return `${pin[0]} is not the pinned value`;
  const condition = Object.entries(conditions).find(([claim, glob]) => {
    const value = claimOf(claim);
    return typeof value !== 'string' || !matchesGlob(glob, value);
  });
  return condition === undefined ? undefined : `${condition[0]} does not match its condition`;
}
