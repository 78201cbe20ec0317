/** Dry run over files at hand: each is analysed under both policies. */
import { existsSync } from 'node:fs';
import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { blockingFindings } from '../../analysis/model/gate.ts';
import { BUILTIN_GATE } from '../../analysis/model/policy.ts';
import { BUILTIN_RULESETS, isBuiltinRuleset } from '../../analysis/model/ruleset.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { withRunConditions } from '../../analysis/report/run-conditions.ts';
import type { GateOptions } from '../../analysis/report/run-gate.ts';
import { printError } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { type BuiltPack, environmentOf, packEffective } from '../../policy/built/built-pack.ts';
import { compareOutcomes, type KnownOutcome } from '../../policy/dry-run/compare-outcomes.ts';
import { addDifference, type DryRunTotals, NO_TOTALS } from '../../policy/dry-run/totals.ts';
import { plural } from '../../text/format.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { findInputs, type Input } from '../validate/inputs.ts';
import { runInputs } from '../validate/run-inputs.ts';
import type { PolicyArguments } from './arguments.ts';
import { printDryRun } from './dry-run-text.ts';
import { readBuilt, readTrust } from './read-built.ts';

/** One of the two policies. */
interface Side {
  readonly name: string;
  readonly rules: TaskPolicy;
  readonly gate: GateOptions;
}

/** Compares what two policies find in the files of a path. */
export async function dryRunFolder(pack: BuiltPack, path: string, given: PolicyArguments): Promise<number> {
  const to = sideOf(pack, given.environment);
  const from = await readAgainst(given);
  const inputs = await findInputs([path]);
  const [before, after] = [await judge(inputs, from), await judge(inputs, to)];
  let totals = NO_TOTALS;
  let unjudged = 0;
  for (const [index, run] of before.entries()) {
    const other = after[index]!;
    totals = addAcross(totals, run, other, [from, to]);
    for (const [i, file] of run.input.files.entries()) {
      const [one, two] = [run.outcomes[i]!, other.outcomes[i]!];
      if (one.status === 'failed' || two.status === 'failed') unjudged += 1;
      if (one.status !== 'completed' || two.status !== 'completed') continue;
      const difference = compareOutcomes(
        outcomeOf(one.report.findings, one.report.score, from),
        outcomeOf(two.report.findings, two.report.score, to),
      );
      totals = addDifference(
        totals,
        { ...NOWHERE, path: file.path, platform: one.report.platform },
        difference,
      );
    }
  }
  const { exceptionsBefore: _before, exceptionsAfter: _after, verdicts, changes, ...rest } = totals;
  printDryRun(`${to.name} against ${from.name}`, {
    ...rest,
    passToFail: verdicts.passToFail,
    failToPass: verdicts.failToPass,
    verdictUnknown: verdicts.unknown,
    changes: changes.map(({ before: severityBefore, after: severityAfter, ...change }) => ({
      ...change,
      severityBefore,
      severityAfter,
    })),
    lostExceptions: [],
    lostExceptionsCount: 0,
  });
  if (unjudged === 0) return 0;
  printError(
    `flowarden: ${plural(unjudged, 'file')} could not be judged. \`flowarden validate\` says why.\n`,
  );
  return 2;
}

const NOWHERE = { validationId: null, repository: null, branch: null, environment: null };

/** A pack without a mode is meant to block: nothing would differ otherwise. */
function sideOf(pack: BuiltPack, environment: string | undefined): Side {
  const { policy, mode } = environmentOf(pack, environment ?? null);
  const { gate } = policy.judgement;
  return {
    name: policy.name,
    rules: packEffective(policy),
    gate: { mode: mode ?? 'blocking', failOn: gate.failOn, conditions: gate },
  };
}

async function readAgainst({ against = 'default', environment, trust }: PolicyArguments): Promise<Side> {
  if (isBuiltinRuleset(against))
    return { name: against, rules: against, gate: { mode: 'blocking', failOn: BUILTIN_GATE.failOn } };
  if (existsSync(against)) return sideOf(await readBuilt(against, await readTrust(trust)), environment);
  const names = Object.keys(BUILTIN_RULESETS);
  const hint = didYouMean(against, names) || ` The rulesets are ${names.join(', ')}.`;
  throw new StartError(`--against "${against}" is neither a file nor a ruleset.${hint}`, 2);
}

async function judge(inputs: readonly Input[], { rules, gate }: Side): Promise<readonly InputRun<Input>[]> {
  const options = {
    platform: undefined,
    ruleset: rules,
    includeVendor: false,
    includeLogicApps: false,
    isQuiet: true,
  };
  return withRunConditions(await runInputs(inputs, options), { ...gate, comparison: null });
}

/** Returns the outcome of a list of findings; a condition that fails is one of them. */
function outcomeOf(findings: readonly Finding[], score: number | null, { gate }: Side): KnownOutcome {
  const blocking = gate.mode === 'blocking' ? blockingFindings(findings, gate.failOn) : [];
  return { findings, score, blockingRules: [...new Set(blocking.map(({ ruleId }) => ruleId))] };
}

/** Adds the findings across the files of a folder or an archive, and the conditions on it as a whole. */
function addAcross(
  totals: DryRunTotals,
  { input, across, outcomes }: InputRun<Input>,
  other: InputRun<Input>,
  [from, to]: readonly [Side, Side],
): DryRunTotals {
  if (across.length + other.across.length === 0) return totals;
  const platform = outcomes.find((one) => one.status === 'completed')?.report.platform;
  if (platform === undefined) return totals;
  const difference = compareOutcomes(outcomeOf(across, null, from), outcomeOf(other.across, null, to));
  const file = { ...NOWHERE, path: `${input.name} (as a whole)`, platform };
  // It is no workflow of its own.
  return { ...addDifference(totals, file, difference), workflows: totals.workflows };
}
