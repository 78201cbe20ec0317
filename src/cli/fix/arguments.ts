/** Arguments of `flowarden fix`. */

import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import { fixOf } from '../../analysis/fixes/fixes.ts';
import { PLATFORM_NAMES, PLATFORMS, type Platform, platformFromWire } from '../../analysis/model/platform.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import type { CommandConfig } from '../config/config-file.ts';
import { endIfWrong, optionText, optionTexts, parseOptions, unknownValue } from '../options.ts';
import { type PolicyFileChoice, readPolicyChoice } from '../policy/policy-options.ts';
import { type LeaveOut, readLeaveOut } from '../validate/left-out.ts';

const FORMATS = ['text', 'json'] as const;

/** Checked arguments. */
export interface FixArguments {
  readonly paths: readonly string[];
  readonly platform: Platform | undefined;
  readonly ruleset: TaskPolicy;
  readonly policy: PolicyFileChoice | null;
  readonly leaveOut: LeaveOut;
  /** Ids of the rules to mend; undefined: all. */
  readonly rules: ReadonlySet<string> | undefined;
  readonly unsafe: boolean;
  /** Shows the changes and writes nothing. */
  readonly isDiff: boolean;
  /** Writes without a question. */
  readonly isYes: boolean;
  readonly format: (typeof FORMATS)[number];
}

export const OPTIONS = {
  rule: { type: 'string', multiple: true },
  unsafe: { type: 'boolean' },
  diff: { type: 'boolean' },
  yes: { type: 'boolean' },
  format: { type: 'string' },
  platform: { type: 'string' },
  ruleset: { type: 'string' },
  policy: { type: 'string' },
  environment: { type: 'string' },
  trust: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  'no-gitignore': { type: 'boolean' },
  config: { type: 'string' },
  'no-config': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const PLATFORM_WORDS = PLATFORM_NAMES.flatMap((name) => PLATFORMS[name].aliases);

/** Options with their values, for completion. */
export const FIX_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, []])),
  format: FORMATS,
  platform: PLATFORM_WORDS,
  ruleset: Object.keys(BUILTIN_RULESETS),
};

/** Usage of `flowarden fix`. */
export const FIX_USAGE = `flowarden fix [path]... [options]

Mends findings in the files. A safe fix cannot change a run that succeeds today; --unsafe adds
fixes that may, and shows what each of them changes. The mended file is read again: a fix is
applied only if nothing but the intended cells differs, its finding is gone and all others are
as they were. Encoding, line ends and all other bytes stay. Archives are not changed.

On a terminal you are asked before anything is written. Without a path, those of
flowarden.json are mended.

  --diff               show the changes, write nothing
  --yes                write without a question
  --unsafe             apply fixes that may change a run, too
  --rule ID            mend the findings of this rule alone; repeat it for several
  --format F           ${FORMATS.join(' | ')} (default: text)
  --platform P         ${PLATFORM_NAMES.map((name) => PLATFORMS[name].aliases[0]).join(' | ')}
  --ruleset R          ${Object.keys(BUILTIN_RULESETS).join(' | ')} (default: default)
  --policy PATH        rules of a policy pack instead of a ruleset: a built file, or its folder
  --environment E      environment of the policy pack
  --trust FILE         trusted keys: the policy pack must be signed by one of them
  --exclude PATTERN    leave out files of folders; repeat it for several
  --no-gitignore       mend also what Git ignores
  --config FILE        read this file instead of the nearest flowarden.json
  --no-config          read no flowarden.json
  -h, --help           print this

Exit codes:
  0   nothing to mend, or everything that can be mended is written
  1   there are changes that are not written: --diff, no answer, or no
  2   a wrong path or option, or a file that could not be read or written
`;

/** Parses the arguments. @throws StartError that lists every invalid one */
export function readFixArguments(
  argv: readonly string[],
  config: CommandConfig | null,
): FixArguments | 'help' {
  const { values, positionals, problems } = parseOptions(argv, OPTIONS);
  if (values.help === true) return 'help';
  const paths = positionals.length === 0 ? (config?.paths ?? []) : positionals;
  if (paths.length === 0) problems.push('Give at least one file or folder.');
  if (paths.includes('-')) problems.push('Standard input cannot be mended: name a file.');
  const ruleset = optionText(values.ruleset) ?? 'default';
  if (!Object.hasOwn(BUILTIN_RULESETS, ruleset))
    problems.push(unknownValue('ruleset', ruleset, Object.keys(BUILTIN_RULESETS)));
  const platform = optionText(values.platform);
  if (platform !== undefined && platformFromWire(platform) === undefined)
    problems.push(unknownValue('platform', platform, PLATFORM_WORDS));
  const format = FORMATS.find((name) => name === (values.format ?? 'text'));
  if (format === undefined) problems.push(unknownValue('format', String(values.format), FORMATS));
  const rules = optionTexts(values.rule).map((id) => id.toUpperCase());
  for (const id of rules) if (fixOf(id) === undefined) problems.push(`There is no fix for the rule "${id}".`);
  if (values.diff === true && values.yes === true) problems.push('--diff writes nothing. Leave --yes out.');
  const policy = readPolicyChoice(values, config, problems);
  endIfWrong(problems, 'fix');
  return {
    paths,
    platform: platform === undefined ? undefined : platformFromWire(platform),
    ruleset: ruleset as BuiltinRuleset,
    policy,
    leaveOut: readLeaveOut(values, config),
    rules: rules.length === 0 ? undefined : new Set(rules),
    unsafe: values.unsafe === true,
    isDiff: values.diff === true,
    isYes: values.yes === true,
    format: format!,
  };
}
