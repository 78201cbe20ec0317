/** Judges files and mends their findings in memory, as the arguments of `flowarden fix` say. */
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { formatDay } from '../../text/format.ts';
import { loadPolicy } from '../policy/run-policy.ts';
import { loadRules } from '../rules/find-rule.ts';
import type { Input } from '../validate/inputs.ts';
import { runInputs } from '../validate/run-inputs.ts';
import type { FixArguments } from './arguments.ts';
import { type MendedInput, mendInputs } from './mend-inputs.ts';

/** Runs over the inputs, and their mended files. */
export interface MendedRuns {
  readonly runs: readonly InputRun<Input>[];
  readonly files: readonly MendedInput[];
}

/** Mends what can be mended; nothing is written. @throws StartError (exit 2) */
export async function mendFound(
  inputs: readonly Input[],
  { policy, platform, unsafe, rules, ruleset: builtin }: FixArguments,
): Promise<MendedRuns> {
  const ruleset = policy === null ? builtin : (await loadPolicy(policy)).ruleset;
  const runs = await runInputs(inputs, {
    platform,
    ruleset,
    includeVendor: false,
    includeLogicApps: false,
    isQuiet: false,
  });
  const today = formatDay(new Date());
  return { runs, files: await mendInputs(runs, await loadRules(), { ruleset, unsafe, rules, today }) };
}
