/** Policy of a run: the one place that combines request, policy pack, environment and organisation. */

import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import { BUILTIN_GATE, type EffectivePolicy, type PolicyGate } from '../../analysis/model/policy.ts';
import { ENFORCEMENT_MODES, type EnforcementMode } from '../../analysis/model/report.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset, isBuiltinRuleset } from '../../analysis/model/ruleset.ts';
import type { PipelineContext } from '../../contract/ci-context.ts';
import type { PolicyChoice } from '../../contract/environment.ts';
import { AppError } from '../../errors.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { environmentOf } from '../../policy/built/built-pack.ts';
import { builtinPolicy, looserPolicy } from '../../policy/compare/looser-policy.ts';
import { type EnvironmentRecord, listEnvironments } from './environments-store.ts';
import { listNewRules, type NewRule } from './grace/rule-arrivals-store.ts';
import { findSettings, type SettingsRecord } from './organisation-settings-store.ts';
import { type AssignmentRecord, listAssignments } from './packs/assignments-store.ts';
import { type OpenedPack, packedPolicy } from './packs/open-packs.ts';
import { listPolicyKeys, type PolicyKeyRecord } from './packs/policy-keys-store.ts';

/** Policy fields of a request. Null: not set. */
export interface PolicyRequest {
  readonly enforcementMode: EnforcementMode | null;
  readonly ruleset: string | null;
  /** Slug, `slug@version` or UUID of a version. */
  readonly policyPack: string | null;
  readonly environment: string | null;
}

/** Policy of a run: rules, mode and gate. */
export interface Policy {
  readonly enforcementMode: EnforcementMode;
  /** Name of the rules, as answers show it. */
  readonly ruleset: string;
  /** The rules for the analysis. */
  readonly rules: TaskPolicy;
  readonly gate: PolicyGate;
  /** Version of the pack. */
  readonly policyPackId: string | null;
  readonly policyPackSlug: string | null;
  readonly environment: string | null;
  /** Judge unchanged objects of the vendor like the organisation's own. */
  readonly includeVendor: boolean;
  /** Judge workflows of Azure Logic Apps (Standard) like cloud flows. */
  readonly includeLogicApps: boolean;
  /** Report known files that were not analysed as high findings. */
  readonly blockUnanalysed: boolean;
  /** An exception for a repository holds only for runs that prove theirs. */
  readonly exceptionsNeedProof: boolean;
}

/** Part of a policy that the analysis of a file needs. */
export type AnalysisPolicy = Pick<Policy, 'rules' | 'includeVendor' | 'includeLogicApps' | 'blockUnanalysed'>;

/** Settings of an organisation that policies are made of. */
export interface PolicySources {
  readonly settings: SettingsRecord;
  readonly environments: readonly EnvironmentRecord[];
  readonly assignments: readonly AssignmentRecord[];
  readonly keys: readonly PolicyKeyRecord[];
  /** Rules in the grace period of the settings. */
  readonly newRules: readonly NewRule[];
}

/** Packs that a choice needs. */
export interface ChoiceDeps {
  /** Opens a version. @throws AppError `policy_unavailable` */
  openVersion(versionId: string): Promise<OpenedPack>;
  /** Opens the version that a request names. @throws AppError `unknown_policy_pack`, `policy_unavailable` */
  openReferenced(reference: string): Promise<OpenedPack>;
  /** Loads the catalogue. */
  rules(): Promise<readonly Rule[]>;
}

/** Reads the current settings, environments, assignments and keys of the organisation. */
export async function readPolicySources(transaction: TenantTransaction): Promise<PolicySources> {
  // Written one after the other, answered together.
  const [settings, environments, assignments, keys] = await Promise.all([
    findSettings(transaction),
    listEnvironments(transaction),
    listAssignments(transaction),
    listPolicyKeys(transaction),
  ]);
  const newRules = await listNewRules(transaction, settings.newRuleGraceDays);
  return { settings, environments, assignments, keys, newRules };
}

/** Returns a built-in ruleset for the analysis, with the grace periods of new rules. */
export function rulesetWithGrace(
  ruleset: BuiltinRuleset,
  { newRules }: Pick<PolicySources, 'newRules'>,
): TaskPolicy {
  if (newRules.length === 0) return ruleset;
  const gracePeriods = Object.fromEntries(newRules.map(({ ruleId, countsFrom }) => [ruleId, countsFrom]));
  return { ruleset, gracePeriods };
}

/** Rules, gate and mode of a pack or a ruleset. */
interface Candidate extends Pick<Policy, 'ruleset' | 'rules' | 'gate' | 'policyPackId' | 'policyPackSlug'> {
  /** Null: that of the environment or the organisation. */
  readonly mode: EnforcementMode | null;
  /** Undefined: a built-in ruleset. */
  readonly effective: EffectivePolicy | undefined;
  readonly choice: PolicyChoice | null;
}

/**
 * Chooses the policy of a run. Each part comes from the first that sets it: the request, as far as the policy in force
 * allows it, the pack, the environment, the organisation.
 * @throws AppError `unknown_ruleset`, `unknown_policy_pack`, `unknown_environment`, `conflicting_fields`, `policy_fixed`,
 * `policy_unavailable`
 */
export async function choosePolicy(
  sources: PolicySources,
  request: PolicyRequest,
  deps: ChoiceDeps,
): Promise<Policy> {
  const { settings, environments, assignments } = sources;
  const requested = request.ruleset === null ? null : candidateOf(requireRuleset(request.ruleset), sources);
  if (requested !== null && request.policyPack !== null) {
    const message = 'ruleset and policy_pack both say which rules run. Send one of them.';
    throw new AppError('conflicting_fields', message, { field: 'policy_pack' });
  }
  const environment = requireEnvironment(environments, request.environment);
  const name = environment?.name ?? null;
  const ofAll = assignments.find((one) => one.environment === null);
  const assigned = assignments.find((one) => one.environment === name) ?? ofAll;
  // An assignment of a choice alone changes the choice, and never takes the pack of the organisation away.
  const versionId = assigned?.versionId ?? ofAll?.versionId ?? null;
  const inForce =
    versionId === null
      ? candidateOf(requireRuleset(environment?.ruleset ?? settings.ruleset), sources)
      : packCandidate(await deps.openVersion(versionId), name);
  const chosen =
    request.policyPack === null
      ? (requested ?? inForce)
      : packCandidate(await deps.openReferenced(request.policyPack), name);
  const mode = inForce.mode ?? environment?.enforcementMode ?? settings.enforcementMode;
  const choice = assigned === undefined ? 'any' : (assigned.choice ?? inForce.choice ?? 'stricter');
  // A pack that a run may choose freely brings its mode; otherwise that in force holds at least.
  const wanted = request.enforcementMode ?? (choice === 'any' ? (chosen.mode ?? mode) : mode);
  const problem = await choiceProblem({ chosen, inForce, choice, wanted, mode }, deps);
  if (problem !== undefined) throw fixed(problem, inForce, name, choice);
  const { ruleset, rules, gate, policyPackId, policyPackSlug } = chosen;
  return {
    enforcementMode: wanted,
    ruleset,
    rules,
    gate,
    policyPackId,
    policyPackSlug,
    environment: name,
    includeVendor: settings.includeVendor,
    includeLogicApps: settings.includeLogicApps,
    blockUnanalysed: settings.blockUnanalysed,
    exceptionsNeedProof: settings.exceptionsNeedProof,
  };
}

function candidateOf(ruleset: BuiltinRuleset, sources: PolicySources): Candidate {
  return {
    ruleset,
    rules: rulesetWithGrace(ruleset, sources),
    gate: BUILTIN_GATE,
    policyPackId: null,
    policyPackSlug: null,
    mode: null,
    effective: undefined,
    choice: null,
  };
}

function packCandidate({ record, pack }: OpenedPack, environment: string | null): Candidate {
  const built = environmentOf(pack, environment);
  return {
    ...packRules({ record, pack }, environment),
    mode: built.mode,
    effective: built.policy,
    choice: built.choice,
  };
}

/** Returns the part of a pack that applies to a run in an environment. */
export function packRules(
  { record, pack }: OpenedPack,
  environment: string | null,
): Pick<Policy, 'ruleset' | 'rules' | 'gate' | 'policyPackId' | 'policyPackSlug'> {
  const built = environmentOf(pack, environment);
  return {
    ruleset: built.policy.name,
    rules: packedPolicy(built),
    gate: built.policy.judgement.gate,
    policyPackId: record.id,
    policyPackSlug: record.slug,
  };
}

/** A choice, and what it is measured by. */
interface Choice {
  readonly chosen: Candidate;
  readonly inForce: Candidate;
  readonly choice: PolicyChoice;
  readonly wanted: EnforcementMode;
  /** The mode in force. */
  readonly mode: EnforcementMode;
}

/** Returns why a choice is not allowed; undefined if it is. */
async function choiceProblem(
  { chosen, inForce, choice, wanted, mode }: Choice,
  { rules }: ChoiceDeps,
): Promise<string | undefined> {
  if (choice === 'any') return undefined;
  const isSame = chosen.policyPackId === inForce.policyPackId && chosen.ruleset === inForce.ruleset;
  if (choice === 'fixed') {
    if (!isSame) return 'the run may name no other rules';
    return wanted === mode ? undefined : `the mode must be ${mode}`;
  }
  if (ENFORCEMENT_MODES.indexOf(wanted) < ENFORCEMENT_MODES.indexOf(mode))
    return `the mode must be ${mode} or stricter`;
  if (isSame) return undefined;
  const catalogue = await rules();
  const effectiveOf = ({ effective, ruleset, rules }: Candidate): EffectivePolicy => {
    if (effective !== undefined) return effective;
    const gracePeriods = typeof rules === 'object' && 'gracePeriods' in rules ? rules.gracePeriods : {};
    return builtinPolicy(requireRuleset(ruleset), catalogue, gracePeriods);
  };
  return looserPolicy(effectiveOf(chosen), effectiveOf(inForce), catalogue);
}

function fixed(
  problem: string,
  { ruleset, policyPackId }: Candidate,
  environment: string | null,
  choice: PolicyChoice,
): AppError {
  const what = policyPackId === null ? `the ruleset ${ruleset}` : `the policy pack ${ruleset}`;
  const where = environment === null ? '' : ` for the environment ${environment}`;
  const message = `In force${where} is ${what} (choice ${choice}): ${problem}. Leave enforcement_mode, ruleset and policy_pack out.`;
  return new AppError('policy_fixed', message, { inForce: ruleset, choice });
}

/** Returns the context of a run with what the policy requires of it. */
export function boundContext(
  pipeline: PipelineContext,
  { exceptionsNeedProof }: Pick<Policy, 'exceptionsNeedProof'>,
): PipelineContext {
  return exceptionsNeedProof ? { ...pipeline, needsProof: true } : pipeline;
}

/** Returns the ruleset of this name. @throws AppError `unknown_ruleset` naming the known ones */
export function requireRuleset(name: string): BuiltinRuleset {
  if (isBuiltinRuleset(name)) return name;
  throw unknown('ruleset', name, Object.keys(BUILTIN_RULESETS));
}

function requireEnvironment(
  known: readonly EnvironmentRecord[],
  name: string | null,
): EnvironmentRecord | undefined {
  if (name === null) return undefined;
  const found = known.find((environment) => environment.name === name);
  if (found !== undefined) return found;
  throw unknown(
    'environment',
    name,
    known.map((environment) => environment.name),
  );
}

function unknown(field: 'ruleset' | 'environment', value: string, known: readonly string[]): AppError {
  const names = known.join(', ');
  const allowed = known.length === 0 ? 'this organisation has none' : `the known ones are ${names}`;
  return new AppError(`unknown_${field}`, `${field} is ${JSON.stringify(value)}; ${allowed}.`, {
    field,
    known: names,
  });
}
