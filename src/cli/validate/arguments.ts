/** Arguments of `flowarden validate`. */

import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import { FAIL_ON_DEFAULT } from '../../analysis/model/gate.ts';
import { PLATFORM_NAMES, PLATFORMS, type Platform, platformFromWire } from '../../analysis/model/platform.ts';
import { ENFORCEMENT_MODES, type EnforcementMode } from '../../analysis/model/report.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import { REPORT_FORMATS, type ReportFormatName } from '../../analysis/report/formats/formats.ts';
import type { GateOptions } from '../../analysis/report/run-gate.ts';
import type { TextDetail } from '../../analysis/report/text/text-report.ts';
import { BASELINE_NAME } from '../baseline/baseline-file.ts';
import type { CommandConfig, ConfigChoice } from '../config/config-file.ts';
import {
  endIfWrong,
  type OptionValues,
  optionText,
  optionTexts,
  parseOptions,
  unknownValue,
} from '../options.ts';
import {
  type PolicyFileChoice,
  type RuleOverrides,
  readOverrides,
  readPolicyChoice,
} from '../policy/policy-options.ts';
import { type LeaveOut, readLeaveOut } from './left-out.ts';

/** Names of all formats. */
export const FORMAT_NAMES = [
  'text',
  'json',
  ...(Object.keys(REPORT_FORMATS) as ReportFormatName[]),
] as const satisfies readonly string[];
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Frames of the text report: steps as the designer shows them, lines of the file, or none. */
export const FRAME_KINDS = ['designer', 'source', 'none'] as const;
type FrameKind = (typeof FRAME_KINDS)[number];

/** Requested report. */
export interface FormatRequest {
  readonly format: FormatName;
  /** Path of the file to write; null: standard output. */
  readonly file: string | null;
}

/** Options of a comparison with earlier findings. */
export interface CompareOptions {
  /** Path of a baseline; undefined: none. */
  readonly baseline: string | undefined;
  readonly isStrict: boolean;
  /** Revision of the Git repository; undefined: none. */
  readonly since: string | undefined;
  readonly newOnly: boolean;
}

/** Checked arguments. */
export interface Arguments {
  readonly paths: readonly string[];
  readonly platform: Platform | undefined;
  readonly ruleset: TaskPolicy;
  /** Null: the ruleset counts. */
  readonly policy: PolicyFileChoice | null;
  readonly overrides: RuleOverrides;
  readonly gate: GateOptions;
  /** Mode and threshold of the arguments themselves; undefined: not given. */
  readonly given: { readonly mode: EnforcementMode | undefined; readonly failOn: Severity | undefined };
  readonly formats: readonly FormatRequest[];
  readonly allowEmpty: boolean;
  readonly includeVendor: boolean;
  readonly includeLogicApps: boolean;
  readonly leaveOut: LeaveOut;
  /** Name of the file on standard input. */
  readonly stdinName: string | undefined;
  readonly compare: CompareOptions;
  readonly isStaged: boolean;
  /** Mends what can be mended safely first; undefined: no. */
  readonly fix: { readonly isYes: boolean } | undefined;
  readonly showSuppressed: boolean;
  readonly detail: TextDetail;
  /** List every file and finding in the text report. */
  readonly isWhole: boolean;
  readonly frames: FrameKind;
  readonly isQuiet: boolean;
}

const OPTIONS = {
  platform: { type: 'string' },
  ruleset: { type: 'string' },
  policy: { type: 'string' },
  environment: { type: 'string' },
  trust: { type: 'string' },
  rule: { type: 'string', multiple: true },
  'fail-on-override': { type: 'boolean' },
  'enforcement-mode': { type: 'string' },
  'fail-on': { type: 'string' },
  format: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  'strict-baseline': { type: 'boolean' },
  since: { type: 'string' },
  'new-only': { type: 'boolean' },
  staged: { type: 'boolean' },
  fix: { type: 'boolean' },
  yes: { type: 'boolean' },
  'include-vendor': { type: 'boolean' },
  'include-logic-apps': { type: 'boolean' },
  'allow-empty': { type: 'boolean' },
  exclude: { type: 'string', multiple: true },
  'stdin-filename': { type: 'string' },
  'no-gitignore': { type: 'boolean' },
  'show-suppressed': { type: 'boolean' },
  config: { type: 'string' },
  'no-config': { type: 'boolean' },
  frames: { type: 'string' },
  all: { type: 'boolean' },
  summary: { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = OptionValues<typeof OPTIONS>;

const PLATFORM_WORDS = PLATFORM_NAMES.flatMap((name) => [PLATFORMS[name].wire, ...PLATFORMS[name].aliases]);
const RULESET_WORDS = Object.keys(BUILTIN_RULESETS) as BuiltinRuleset[];

/** Options with their values, for completion. */
export const VALIDATE_OPTIONS: Readonly<Record<keyof typeof OPTIONS, readonly string[]>> = {
  ...(Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, []])) as unknown as Record<
    keyof typeof OPTIONS,
    readonly string[]
  >),
  platform: PLATFORM_WORDS,
  ruleset: RULESET_WORDS,
  'enforcement-mode': ENFORCEMENT_MODES,
  'fail-on': SEVERITIES,
  format: FORMAT_NAMES,
  frames: FRAME_KINDS,
};

/** Returns which configuration the arguments choose; none for `--help`. */
export function configChoice(
  argv: readonly string[],
  options: Pick<typeof OPTIONS, 'config' | 'no-config' | 'help'> = OPTIONS,
): ConfigChoice {
  const { values } = parseOptions(argv, options);
  return { file: optionText(values.config), isOff: values['no-config'] === true || values.help === true };
}

/**
 * Parses the arguments after the command's name; the configuration stands in for those that are absent.
 * @throws StartError that lists every invalid one
 */
export function readValidateArguments(
  argv: readonly string[],
  config: CommandConfig | null = null,
): Arguments | 'help' {
  const { values, positionals, problems } = parseOptions(argv, OPTIONS);
  if (values.help === true) return 'help';
  const paths = positionals.length === 0 ? (config?.paths ?? []) : positionals;
  const isStaged = values.staged === true;
  if (paths.length === 0 && !isStaged) problems.push('Give at least one file, folder or archive.');
  const choose = <T extends string>(option: keyof typeof OPTIONS, known: readonly T[]): T => {
    const value = values[option];
    const chosen = known.find((name) => name === value);
    if (chosen === undefined && typeof value === 'string' && value !== '')
      problems.push(unknownValue(option, value, known));
    return chosen ?? known[0]!;
  };
  const checked: Arguments = {
    paths,
    platform:
      values.platform === undefined ? undefined : platformFromWire(choose('platform', PLATFORM_WORDS))!,
    ruleset: choose('ruleset', RULESET_WORDS),
    policy: readPolicyChoice(values, config, problems),
    overrides: readOverrides(values, problems),
    gate: readGate(values, config, choose, problems),
    given: {
      mode: ENFORCEMENT_MODES.find((mode) => mode === values['enforcement-mode']),
      failOn: SEVERITIES.find((severity) => severity === values['fail-on']),
    },
    formats: readFormats(values.format, config?.formats ?? [], problems),
    allowEmpty: values['allow-empty'] === true,
    includeVendor: values['include-vendor'] === true,
    includeLogicApps: values['include-logic-apps'] === true || config?.includeLogicApps === true,
    leaveOut: readLeaveOut(values, config),
    stdinName: optionText(values['stdin-filename']),
    compare: readCompare(values, config, problems),
    isStaged,
    fix: readFix(values, paths, problems),
    showSuppressed: values['show-suppressed'] === true,
    detail: readDetail(values, problems),
    isWhole: values.all === true,
    frames: values.frames === undefined ? 'designer' : choose('frames', FRAME_KINDS),
    isQuiet: values.quiet === true,
  };
  endIfWrong(problems, 'validate');
  return checked;
}

/** Reads whether files are mended first; adds a sentence to `problems` for options that exclude it. */
function readFix(values: Values, paths: readonly string[], problems: string[]): Arguments['fix'] {
  const isYes = values.yes === true;
  if (values.fix !== true) {
    if (isYes) problems.push('--yes is about --fix: add that, or leave it out.');
    return undefined;
  }
  if (values.staged === true || paths.includes('-'))
    problems.push('--fix changes files in folders: leave --staged and standard input out.');
  return { isYes };
}

/** Reads what the run is compared with; adds a sentence to `problems` for each contradiction. */
function readCompare(values: Values, config: CommandConfig | null, problems: string[]): CompareOptions {
  const [since, given] = [optionText(values.since), optionText(values.baseline)];
  if (since !== undefined && given !== undefined)
    problems.push('--since and --baseline both select the known findings. Leave one of them out.');
  if (since !== undefined && values.staged === true)
    problems.push('--staged compares with nothing but a --baseline. Leave --since out.');
  // A baseline of the repository must not talk down a policy pack of the pipeline.
  const configured = optionText(values.policy) === undefined ? config?.baseline : undefined;
  const baseline = since === undefined ? (given ?? configured) : undefined;
  const newOnly = values['new-only'] === true;
  const isStrict = values['strict-baseline'] === true;
  if (newOnly && baseline === undefined && since === undefined)
    problems.push('--new-only needs the known findings: --baseline FILE or --since REVISION.');
  if (isStrict && baseline === undefined)
    problems.push(`--strict-baseline needs --baseline ${BASELINE_NAME}.`);
  return { baseline, isStrict, since, newOnly };
}

/** Reads the parts of the text report; adds a sentence to `problems` if nothing would be left. */
export function readDetail(
  { summary, quiet }: Readonly<Partial<Record<'summary' | 'quiet', unknown>>>,
  problems: string[],
): TextDetail {
  if (summary === true && quiet === true) problems.push('--summary and --quiet leave nothing to print.');
  if (summary === true) return 'summary';
  return quiet === true ? 'findings' : 'all';
}

/**
 * Reads the mode and the threshold; adds a sentence to `problems` if they contradict each other. A mode of the arguments
 * that never blocks overrides the configuration.
 */
function readGate(
  { 'enforcement-mode': mode, 'fail-on': failOn }: Values,
  config: CommandConfig | null,
  choose: <T extends string>(option: keyof typeof OPTIONS, known: readonly T[]) => T,
  problems: string[],
): GateOptions {
  const chosen = mode === undefined ? undefined : choose('enforcement-mode', ENFORCEMENT_MODES);
  if (failOn === undefined && config?.failOn !== undefined)
    return { mode: chosen ?? 'blocking', failOn: config.failOn };
  if (failOn === undefined) return { mode: chosen ?? 'warning', failOn: FAIL_ON_DEFAULT };
  if (chosen !== undefined && chosen !== 'blocking')
    problems.push(`--fail-on blocks, and --enforcement-mode ${chosen} never does. Leave one of them out.`);
  return { mode: 'blocking', failOn: choose('fail-on', SEVERITIES) };
}

/** Reads `F` and `F=FILE`; adds a sentence to `problems` for each that is wrong. */
export function readFormats(
  values: unknown,
  configured: readonly string[],
  problems: string[],
): readonly FormatRequest[] {
  const words = values === undefined ? configured : optionTexts(values);
  if (values === undefined && words.length === 0) return [{ format: 'text', file: null }];
  const requests = words.flatMap((word): readonly FormatRequest[] => {
    const [name = '', ...rest] = word.split('=');
    const format = FORMAT_NAMES.find((known) => known === name);
    if (format === undefined) problems.push(unknownValue('format', name, FORMAT_NAMES));
    const file = rest.length === 0 ? null : rest.join('=');
    if (file === '') problems.push(`--format "${word}" names no file: --format ${name}=FILE.`);
    return format === undefined ? [] : [{ format, file }];
  });
  const files = requests.map(({ file }) => file);
  if (files.filter((file) => file === null).length > 1)
    problems.push('Only one --format can go to standard output. Give the others a file: --format F=FILE.');
  const twice = files.find((file, i) => file !== null && files.indexOf(file) !== i);
  if (twice !== undefined) problems.push(`Two formats go to the file "${twice}". Give each its own.`);
  return requests;
}
