/** A built policy pack: everything resolved, for each environment. */
import { hash } from 'node:crypto';
import { type PackedPolicy, packPolicy } from '../../analysis/engine/policies/task-policy.ts';
import type { CustomRule, EffectivePolicy, PolicyOverride } from '../../analysis/model/policy.ts';
import type { EnforcementMode } from '../../analysis/model/report.ts';
import type { Severity } from '../../analysis/model/rule.ts';
import type { Options } from '../../analysis/model/rule-option.ts';
import type { PolicyChoice } from '../../contract/environment.ts';
import type { CustomRuleTest } from '../source/custom-schema.ts';
import { canonicalJson } from './canonical-json.ts';

/** Places that decided about a rule, as `pack.yaml:14` or the name of a preset. */
export interface RuleOrigin {
  readonly on?: string;
  readonly severity?: string;
  /** By name of an option. */
  readonly options?: Readonly<Record<string, string>>;
  readonly tags?: string;
  /** Present if packs that extend this one may only make the rule stricter. */
  readonly locked?: string;
}

/** Verdict of an override about one rule. */
export interface RuleOverride extends Omit<PolicyOverride, 'rules'> {
  readonly verdict: Severity | 'off';
}

/** Values of a rule that a pack may not loosen. A pack that it extends has them, with the rule on. */
export interface RuleLock {
  /** Place of the lock. */
  readonly by: string;
  /** Absent: that of the rule. */
  readonly severity?: Severity;
  /** Without those that have their defaults. */
  readonly options?: Options;
  /** Overrides of the locking pack, which must stay in their order; absent: none. */
  readonly overrides?: readonly RuleOverride[];
}

/** The policy of one environment, with the places that decided it. */
export interface BuiltEnvironment {
  /** Null: that of the environment or the organisation. */
  readonly mode: EnforcementMode | null;
  /** Null: `stricter`. */
  readonly choice: PolicyChoice | null;
  readonly policy: EffectivePolicy;
  /** By id of a rule, also of rules that are off. */
  readonly origins: Readonly<Record<string, RuleOrigin>>;
  /** Locks of packs that this one extends, by id of a rule; absent: none, or an older version built the pack. */
  readonly locks?: Readonly<Record<string, readonly RuleLock[]>>;
}

/** A pack that another one extends. */
export interface ParentPack {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of its canonical JSON, hexadecimal. */
  readonly sha256: string;
}

/** A custom rule with the tests that prove it. */
export interface TestedCustomRule {
  readonly rule: CustomRule;
  readonly tests: { readonly invalid: readonly CustomRuleTest[]; readonly valid: readonly CustomRuleTest[] };
}

/** Contents of a built file. */
export interface BuiltPack {
  readonly apiVersion: 'flowarden/v1';
  readonly kind: 'BuiltPolicyPack';
  readonly metadata: {
    readonly name: string;
    readonly version: string;
    /** Rises with every publication. */
    readonly revision: number;
    readonly owner: string | null;
    /** Range of versions of Flowarden; null: any. */
    readonly engine: string | null;
  };
  /** Packs that this one extends, directly and through others. */
  readonly parents: readonly ParentPack[];
  /** Custom rules, with those of packs that this one extends; absent: none. */
  readonly custom?: readonly TestedCustomRule[];
  /** Holds for environments that are not listed. */
  readonly base: BuiltEnvironment;
  readonly environments: Readonly<Record<string, BuiltEnvironment>>;
}

/** Returns the part of a pack that holds for an environment; null: a run that names none. */
export function environmentOf(pack: BuiltPack, environment: string | null): BuiltEnvironment {
  const { environments, base } = pack;
  if (environment === null || !Object.hasOwn(environments, environment)) return base;
  return environments[environment]!;
}

/** Returns the SHA-256 of a value's canonical JSON, hexadecimal. */
export function digestOfJson(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}

/** Returns a policy in the form of tasks: canonical JSON, with its digest. */
export function packEffective(policy: EffectivePolicy): PackedPolicy {
  const json = canonicalJson(policy);
  return packPolicy(json, hash('sha256', json));
}
