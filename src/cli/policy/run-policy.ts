/** Policy pack of an offline run: opened, trusted, not older than one that was used before. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preparePolicy } from '../../analysis/engine/policies/prepare-policy.ts';
import type { PackedPolicy } from '../../analysis/engine/policies/task-policy.ts';
import type { PolicyGate } from '../../analysis/model/policy.ts';
import { ENFORCEMENT_MODES, type EnforcementMode } from '../../analysis/model/report.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import type { BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import { AppError } from '../../errors.ts';
import { StartError } from '../../infra/process/start-error.ts';
import {
  type BuiltEnvironment,
  type BuiltPack,
  environmentOf,
  packEffective,
} from '../../policy/built/built-pack.ts';
import { rollbackProblem, seenPack } from '../../policy/built/revision-lock.ts';
import { PolicyError, problemText } from '../../policy/problems.ts';
import { buildPack } from '../../policy/resolve/build-pack.ts';
import { type OverriddenPolicy, overrideRules } from '../../policy/resolve/override-rules.ts';
import { BUILTIN_PRESETS, type PresetName } from '../../policy/source/pack-schema.ts';
import { loadRules } from '../rules/find-rule.ts';
import type { Arguments } from '../validate/arguments.ts';
import type { PolicyFileChoice, RuleOverrides } from './policy-options.ts';
import { buildDeps, readBuilt, readTrust } from './read-built.ts';
import { requireEnvironment } from './require-environment.ts';
import { readLock } from './verify-command.ts';

/** Name of the lock beside a built pack. */
const LOCK_NAME = 'policy.lock';

/**
 * Returns the arguments with the rules and the gate of their policy pack.
 * @throws StartError (exit 2) for a pack that does not load, and for options that are less strict than it
 */
export async function withPolicy(options: Arguments): Promise<Arguments> {
  const { policy, overrides } = options;
  const named = [...overrides].map(([id, level]) => `${id}=${level}`);
  if (policy === null) {
    if (named.length === 0) return options;
    const ruleset = await overrideRuleset(options.ruleset as BuiltinRuleset, overrides);
    return { ...options, ruleset, gate: { ...options.gate, overrides: named } };
  }
  const { environment, ruleset } = await loadPolicy(policy, overrides);
  const { gate } = environment.policy.judgement;
  requireStrict(options.given, environment, gate);
  // A threshold implies the mode that blocks.
  const implied = options.gate.mode === 'blocking' ? 'blocking' : environment.mode;
  return {
    ...options,
    ruleset,
    gate: {
      mode: options.given.mode ?? implied ?? options.gate.mode,
      failOn: milder(options.gate.failOn, gate.failOn),
      conditions: gate,
      ...(named.length === 0 ? {} : { overrides: named }),
    },
  };
}

/** Returns a built-in ruleset with other levels of rules. @throws StartError (exit 2) for what may not be overridden */
async function overrideRuleset(name: BuiltinRuleset, overrides: RuleOverrides): Promise<PackedPolicy> {
  const preset = (Object.keys(BUILTIN_PRESETS) as PresetName[]).find((key) => BUILTIN_PRESETS[key] === name)!;
  return packEffective((await override({ preset }, null, overrides)).policy);
}

/**
 * Loads the policy of an environment.
 * @param overrides levels of rules for this run
 * @throws StartError (exit 2) for a pack that does not load, and for what may not be overridden
 */
export async function loadPolicy(
  choice: PolicyFileChoice,
  overrides: RuleOverrides = new Map(),
): Promise<{ readonly environment: BuiltEnvironment; readonly ruleset: PackedPolicy }> {
  const pack = await withStartError(() => loadPack(choice));
  requireEnvironment(pack, choice.environment);
  const name = choice.environment ?? null;
  const environment =
    overrides.size === 0 ? environmentOf(pack, name) : await override({ pack }, name, overrides);
  const ruleset = packEffective(environment.policy);
  await requireKnownRules(ruleset);
  return { environment, ruleset };
}

async function override(
  parent: OverriddenPolicy['parent'],
  environment: string | null,
  levels: RuleOverrides,
): Promise<BuiltEnvironment> {
  const rules = await loadRules();
  return withStartError(async () => overrideRules({ parent, environment, rules }, levels));
}

async function loadPack({ file, trust }: PolicyFileChoice): Promise<BuiltPack> {
  if (isFolder(file)) {
    if (trust === undefined) return buildPack(file, await buildDeps());
    const message = 'A folder has no signature. Build and sign the pack, or leave --trust out.';
    throw new PolicyError([{ file, line: 0, message }]);
  }
  const pack = await readBuilt(file, await readTrust(trust));
  const problem = rollbackProblem(seenPack(pack), await readLock(join(dirname(file), LOCK_NAME)));
  if (problem === undefined) return pack;
  throw new PolicyError([{ file, line: 0, message: problem }]);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** @throws StartError (exit 2) in the place of a PolicyError */
async function withStartError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw new StartError(error.problems.map(problemText).join('\n'), 2, { cause: error });
  }
}

async function requireKnownRules(policy: PackedPolicy): Promise<void> {
  try {
    preparePolicy(policy, await loadRules());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartError(error.message, 2, { cause: error });
  }
}

/** @throws StartError (exit 2) for an option that would make the gate milder than the pack allows */
function requireStrict(
  { mode, failOn }: Arguments['given'],
  { choice, mode: wanted, policy }: BuiltEnvironment,
  gate: PolicyGate,
): void {
  if (choice === 'any') return;
  const inForce = `the policy pack ${policy.name}`;
  if (mode !== undefined && wanted !== null && isMilder(mode, wanted, choice))
    throw new StartError(`--enforcement-mode ${mode} is not allowed: ${inForce} requires ${wanted}.`, 2);
  if (failOn !== undefined && SEVERITIES.indexOf(failOn) < SEVERITIES.indexOf(gate.failOn))
    throw new StartError(
      `--fail-on ${failOn} is not allowed: ${inForce} blocks on ${gate.failOn} and worse.`,
      2,
    );
}

function isMilder(
  mode: EnforcementMode,
  wanted: EnforcementMode,
  choice: BuiltEnvironment['choice'],
): boolean {
  if (choice === 'fixed') return mode !== wanted;
  return ENFORCEMENT_MODES.indexOf(mode) < ENFORCEMENT_MODES.indexOf(wanted);
}

function milder(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other) ? other : one;
}
