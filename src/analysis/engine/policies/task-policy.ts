/** The policy of an analysis task, in a form that threads share. */
import type { EffectivePolicy } from '../../model/policy.ts';
import type { BuiltinRuleset } from '../../model/ruleset.ts';

/** An effective policy; threads read one in shared memory without a copy. */
export interface PackedPolicy {
  /** SHA-256 of the JSON, hexadecimal. */
  readonly digest: string;
  /** An `EffectivePolicy` as JSON in UTF-8. */
  readonly json: Uint8Array;
}

/** Ids of new rules, each with the UTC day on which its findings count fully, as `2026-11-23`. */
export type GracePeriods = Readonly<Record<string, string>>;

/** A built-in ruleset with rules that an upgrade brought: until their day, their findings are at most medium. */
export interface GraceRuleset {
  readonly ruleset: BuiltinRuleset;
  readonly gracePeriods: GracePeriods;
}

/** A built-in ruleset, or the policy of a pack, which decides about new rules by itself. */
export type TaskPolicy = BuiltinRuleset | GraceRuleset | PackedPolicy;

/** Returns a text that is equal for equal policies alone. */
export function policyKey(policy: TaskPolicy): string {
  if (typeof policy === 'string') return policy;
  return 'digest' in policy ? policy.digest : JSON.stringify([policy.ruleset, policy.gracePeriods]);
}

/** Packs a policy into shared memory. `json` is its canonical form, and `digest` the SHA-256 of that. */
export function packPolicy(json: string, digest: string): PackedPolicy {
  const bytes = Buffer.from(json);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return { digest, json: shared };
}

/** Reads a packed policy. It was checked when it was packed. */
export function readPolicy({ json }: PackedPolicy): EffectivePolicy {
  // A decoder of texts takes no shared memory.
  return JSON.parse(Buffer.from(json).toString()) as EffectivePolicy;
}
