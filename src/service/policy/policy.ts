/** Policy of a run: the one place that combines request, policy pack, environment and organisation. */

import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import { BUILTIN_GATE, type PolicyGate } from '../../analysis/model/policy.ts';
import type { EnforcementMode } from '../../analysis/model/report.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset, isBuiltinRuleset } from '../../analysis/model/ruleset.ts';
import type { PipelineContext } from '../../contract/ci-context.ts';
import { AppError } from '../../errors.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { type EnvironmentRecord, listEnvironments } from './environments-store.ts';
import { findSettings, type SettingsRecord } from './organisation-settings-store.ts';

/** Policy fields of a request. Null: not set. */
export interface PolicyRequest {
  readonly enforcementMode: EnforcementMode | null;
  readonly ruleset: string | null;
  /** UUID or slug. */
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
  readonly policyPackId: string | null;
  readonly policyPackSlug: string | null;
  readonly environment: string | null;
  /** Judge unchanged objects of the vendor like the organisation's own. */
  readonly includeVendor: boolean;
  /** An exception for a repository holds only for runs that prove theirs. */
  readonly exceptionsNeedProof: boolean;
}

/** Settings of an organisation that policies are made of. */
export interface PolicySources {
  readonly settings: SettingsRecord;
  readonly environments: readonly EnvironmentRecord[];
}

/** Reads the current settings and environments of the organisation. */
export async function readPolicySources(transaction: TenantTransaction): Promise<PolicySources> {
  // Written one after the other, answered together.
  const [settings, environments] = await Promise.all([
    findSettings(transaction),
    listEnvironments(transaction),
  ]);
  return { settings, environments };
}

/**
 * Chooses the policy of a run. Each part comes from the first that sets it: the request, the environment, the
 * organisation.
 * @throws AppError `unknown_ruleset`, `unknown_policy_pack` or `unknown_environment`, each naming the known ones
 */
export function choosePolicy({ settings, environments }: PolicySources, request: PolicyRequest): Policy {
  if (request.ruleset !== null) requireRuleset(request.ruleset);
  if (request.policyPack !== null) throw unknown('policy_pack', request.policyPack, []);
  const environment = requireEnvironment(environments, request.environment);
  const ruleset = requireRuleset(request.ruleset ?? environment?.ruleset ?? settings.ruleset);
  return {
    enforcementMode: request.enforcementMode ?? environment?.enforcementMode ?? settings.enforcementMode,
    ruleset,
    rules: ruleset,
    gate: BUILTIN_GATE,
    policyPackId: null,
    policyPackSlug: null,
    environment: environment?.name ?? null,
    includeVendor: settings.includeVendor,
    exceptionsNeedProof: settings.exceptionsNeedProof,
  };
}

/** Returns the context of a run with what the policy requires of it. */
export function boundContext(
  pipeline: PipelineContext,
  { exceptionsNeedProof }: Pick<Policy, 'exceptionsNeedProof'>,
): PipelineContext {
  return exceptionsNeedProof ? { ...pipeline, needsProof: true } : pipeline;
}

/** Returns the policy of a run by the current state of the database. @throws AppError as `choosePolicy` */
export async function resolvePolicy(transaction: TenantTransaction, request: PolicyRequest): Promise<Policy> {
  return choosePolicy(await readPolicySources(transaction), request);
}

/** Returns the ruleset of this name. @throws AppError `unknown_ruleset` naming the known ones */
export function requireRuleset(name: string): BuiltinRuleset {
  if (isBuiltinRuleset(name)) return name;
  throw unknown('ruleset', name, Object.keys(BUILTIN_RULESETS));
}

function requireEnvironment(
  known: readonly EnvironmentRecord[],
  name: string | null,
): EnvironmentRecord | null {
  if (name === null) return null;
  const found = known.find((environment) => environment.name === name);
  if (found !== undefined) return found;
  throw unknown(
    'environment',
    name,
    known.map((environment) => environment.name),
  );
}

function unknown(
  field: 'ruleset' | 'policy_pack' | 'environment',
  value: string,
  known: readonly string[],
): AppError {
  const names = known.join(', ');
  const allowed = known.length === 0 ? 'this organisation has none' : `the known ones are ${names}`;
  return new AppError(`unknown_${field}`, `${field} is ${JSON.stringify(value)}; ${allowed}.`, {
    field,
    known: names,
  });
}
