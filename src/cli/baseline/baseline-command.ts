/** `flowarden baseline`: writes, prunes and shows the file of known findings. */
import { existsSync } from 'node:fs';
import { PLATFORM_NAMES, PLATFORMS, platformFromWire } from '../../analysis/model/platform.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { print, printError } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { formatDay, plural } from '../../text/format.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { readConfig } from '../config/config-file.ts';
import { endIfWrong, optionText, parseOptions, unknownValue } from '../options.ts';
import { readPolicyChoice } from '../policy/policy-options.ts';
import { loadPolicy } from '../policy/run-policy.ts';
import { findInputs } from '../validate/inputs.ts';
import { readLeaveOut } from '../validate/left-out.ts';
import { runInputs } from '../validate/run-inputs.ts';
import { BASELINE_NAME, type BaselineEntry, readBaseline, writeBaseline } from './baseline-file.ts';
import { compareWithBaseline } from './baseline-run.ts';
import { extendBaseline } from './extend-baseline.ts';

const USAGE = `flowarden baseline write [path]...
flowarden baseline prune [path]...
flowarden baseline show

A baseline names the findings that are known: flowarden validate --baseline FILE blocks on
new ones only. write judges the paths and adds their findings, prune removes those that are
gone, show lists them. The file holds fingerprints and names, no value of a workflow.
Critical secrets are never put into it.

  --baseline FILE      the file (default: that of flowarden.json, else ${BASELINE_NAME})
  --reason TEXT        why the added findings stay
  --policy FILE        rules and severities of a built policy pack (default: that of
                       flowarden.json): give the same as flowarden validate
  --environment NAME   of the policy pack
  --trust FILE         trusted keys: the policy pack must be signed by one of them
  --ruleset R          ${Object.keys(BUILTIN_RULESETS).join(' | ')} (default: default)
  --platform P         ${PLATFORM_NAMES.map((name) => PLATFORMS[name].aliases[0]).join(' | ')}
  --exclude PATTERN    leave out files of folders and archives; repeat it for several
  --no-gitignore       judge also what Git ignores
  --include-vendor     judge unchanged objects of the vendor like your own
  --include-logic-apps  judge workflows of Azure Logic Apps (Standard) like cloud flows
  --config FILE        read this file instead of the nearest flowarden.json
  --no-config          read no flowarden.json
  -h, --help           print this
`;

const OPTIONS = {
  baseline: { type: 'string' },
  reason: { type: 'string' },
  policy: { type: 'string' },
  environment: { type: 'string' },
  trust: { type: 'string' },
  ruleset: { type: 'string' },
  platform: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  'no-gitignore': { type: 'boolean' },
  'include-vendor': { type: 'boolean' },
  'include-logic-apps': { type: 'boolean' },
  config: { type: 'string' },
  'no-config': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options with their values, for completion. */
export const BASELINE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, []])),
  ruleset: Object.keys(BUILTIN_RULESETS),
};

/** Finished run over the files of a command, and the baseline that it is about. */
interface BaselineRun {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  readonly runs: readonly InputRun[];
  readonly reason: string | undefined;
}

const ACTIONS = { write, prune, show } as const;
const NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

/** Runs the command; resolves with the exit code. @throws StartError (exit 2) for wrong arguments and files */
export async function baselineCommand(argv: readonly string[]): Promise<number> {
  const { values, positionals, problems } = parseOptions(argv, OPTIONS);
  if (values.help === true) {
    print(USAGE);
    return 0;
  }
  const [word = '', ...given] = positionals;
  const action = NAMES.find((name) => name === word);
  if (action === undefined)
    problems.push(word === '' ? 'Name an action: write, prune or show.' : unknownAction(word));
  const ruleset = optionText(values.ruleset) ?? 'default';
  if (!Object.hasOwn(BUILTIN_RULESETS, ruleset))
    problems.push(unknownValue('ruleset', ruleset, Object.keys(BUILTIN_RULESETS)));
  const platform = optionText(values.platform);
  if (platform !== undefined && platformFromWire(platform) === undefined)
    problems.push(
      unknownValue(
        'platform',
        platform,
        PLATFORM_NAMES.flatMap((name) => PLATFORMS[name].aliases),
      ),
    );
  endIfWrong(problems, 'baseline');
  const choice = { file: optionText(values.config), isOff: values['no-config'] === true };
  const config = await readConfig(choice, process.cwd());
  const policy = readPolicyChoice(values, config, problems);
  endIfWrong(problems, 'baseline');
  const file = optionText(values.baseline) ?? config?.baseline ?? BASELINE_NAME;
  const entries = action === 'write' && !existsSync(file) ? [] : await readBaseline(file);
  if (action === 'show') return show({ file, entries });
  const paths = given.length > 0 ? given : (config?.paths ?? ['.']);
  const leaveOut = readLeaveOut(values, config);
  const runs = await runInputs(await findInputs(paths, leaveOut), {
    platform: platform === undefined ? undefined : platformFromWire(platform),
    ruleset: policy === null ? (ruleset as BuiltinRuleset) : (await loadPolicy(policy)).ruleset,
    includeVendor: values['include-vendor'] === true,
    includeLogicApps: values['include-logic-apps'] === true || config?.includeLogicApps === true,
    isQuiet: false,
  });
  requireWhole(runs);
  return ACTIONS[action!]({ file, entries, runs, reason: optionText(values.reason) });
}

function unknownAction(word: string): string {
  return `There is no "flowarden baseline ${word}".${didYouMean(word, NAMES)} Known: ${NAMES.join(', ')}.`;
}

/** @throws StartError (exit 2) when a file could not be judged: what it has is neither known nor gone */
function requireWhole(runs: readonly InputRun[]): void {
  const failed = runs.flatMap(({ input, outcomes }) =>
    input.files.filter((_, index) => outcomes[index]!.status === 'failed').map(({ path }) => path),
  );
  if (failed.length === 0) return;
  const names = failed.slice(0, 5).map((path) => JSON.stringify(path));
  throw new StartError(
    `Nothing is written: ${plural(failed.length, 'file')} could not be judged: ${names.join(', ')}. See flowarden validate.`,
    2,
  );
}

async function write({ file, entries, runs, reason }: BaselineRun): Promise<number> {
  const today = formatDay(new Date());
  const compared = compareWithBaseline(runs, file, entries);
  const extended = extendBaseline(runs, compared, { file, entries, reason, today });
  const { addedCount, rejectedCount } = extended;
  await writeBaseline(file, extended.entries);
  print(
    `${showControlCharacters(file)}: ${plural(addedCount, 'finding')} added, ${extended.entries.length} in all.\n`,
  );
  if (rejectedCount > 0)
    printError(
      `flowarden: note: ${plural(rejectedCount, 'critical secret')} left out: remove the secret from the file and rotate it.\n`,
    );
  return 0;
}

async function prune({ file, entries, runs }: BaselineRun): Promise<number> {
  const gone = new Set(compareWithBaseline(runs, file, entries).gone.map(({ finding }) => finding));
  const left = entries.filter((entry) => !gone.has(entry));
  if (gone.size > 0) await writeBaseline(file, left);
  print(`${showControlCharacters(file)}: ${plural(gone.size, 'finding')} removed, ${left.length} left.\n`);
  return 0;
}

function show({ file, entries }: Pick<BaselineRun, 'file' | 'entries'>): number {
  const lines = entries.map(
    ({ path, rule, severity, place, since, reason }) =>
      `${since}  ${severity.padEnd(8)}  ${rule}  ${path}: ${place}${reason === undefined ? '' : ` (${reason})`}`,
  );
  print(
    `${[...lines.map(showControlCharacters), `${showControlCharacters(file)}: ${plural(entries.length, 'finding')}.`].join('\n')}\n`,
  );
  return 0;
}
