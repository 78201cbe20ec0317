/** Arguments of `flowarden validate`. */
import { parseArgs } from 'node:util';
import { FAIL_ON_DEFAULT } from '../../analysis/model/gate.ts';
import { PLATFORM_NAMES, PLATFORMS, type Platform, platformFromWire } from '../../analysis/model/platform.ts';
import { ENFORCEMENT_MODES } from '../../analysis/model/report.ts';
import { SEVERITIES } from '../../analysis/model/rule.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import type { RunGate } from '../../analysis/report/document.ts';
import { REPORT_FORMATS, type ReportFormatName } from '../../analysis/report/formats/formats.ts';
import type { TextDetail } from '../../analysis/report/text-report.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import type { LeaveOut } from './left-out.ts';

/** Usage of `flowarden validate`. */
export const USAGE = `flowarden validate <path>... [options]

Each path is a file, a folder or an archive; \`-\` is a file on standard input. The files
of a folder or an archive are also judged together, as one project. A file that two paths
contain is judged once. After \`--\` every argument is a path, even if it begins with "-".

  --platform P           ${PLATFORM_NAMES.map((name) => PLATFORMS[name].aliases[0]).join(' | ')}
                         (default: recognised by content)
  --ruleset R            ${Object.keys(BUILTIN_RULESETS).join(' | ')} (default: default)
  --enforcement-mode M   ${ENFORCEMENT_MODES.join(' | ')} (default: warning)
  --fail-on S            ${SEVERITIES.join(' | ')}: block on findings of this severity or
                         worse, in the mode blocking, which it implies (default: high)
  --format F[=FILE]      text | json | ${Object.keys(REPORT_FORMATS).join(' | ')}
                         (default: text). Repeat it for several formats: each goes to its file,
                         at most one to standard output
  --exclude PATTERN      leave out files of folders and archives, by a pattern as in .gitignore;
                         repeat it for several
  --no-gitignore         judge also what Git ignores; tracked files are always judged
  --stdin-filename F     name of the file on standard input in reports
  --include-vendor       judge unchanged objects of the vendor like your own
  --summary              the text report has the totals alone
  --quiet                the text report has the findings alone; no progress, no notes
  --allow-empty          a path without a workflow is a note, not an error
  -h, --help             print this

Exit codes, in every enforcement mode:
  0   every workflow was judged, and none is blocked
  1   blocked (only with --enforcement-mode blocking or --fail-on)
  2   not everything could be judged: a wrong path or option, a path without a workflow,
      a file that cannot be read or is damaged
`;

/** Names of all formats. */
export const FORMAT_NAMES = [
  'text',
  'json',
  ...(Object.keys(REPORT_FORMATS) as ReportFormatName[]),
] as const satisfies readonly string[];
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Requested report. */
export interface FormatRequest {
  readonly format: FormatName;
  /** Path of the file to write; null: standard output. */
  readonly file: string | null;
}

/** Checked arguments. */
export interface Arguments {
  readonly paths: readonly string[];
  readonly platform: Platform | undefined;
  readonly ruleset: BuiltinRuleset;
  readonly gate: RunGate;
  readonly formats: readonly FormatRequest[];
  readonly allowEmpty: boolean;
  readonly includeVendor: boolean;
  readonly leaveOut: LeaveOut;
  /** Name of the file on standard input. */
  readonly stdinName: string | undefined;
  readonly detail: TextDetail;
  readonly isQuiet: boolean;
}

const OPTIONS = {
  platform: { type: 'string' },
  ruleset: { type: 'string', default: 'default' },
  'enforcement-mode': { type: 'string' },
  'fail-on': { type: 'string' },
  format: { type: 'string', multiple: true },
  'include-vendor': { type: 'boolean', default: false },
  'allow-empty': { type: 'boolean', default: false },
  exclude: { type: 'string', multiple: true },
  'stdin-filename': { type: 'string' },
  'no-gitignore': { type: 'boolean', default: false },
  summary: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * Parses the arguments after the command's name.
 * @throws StartError that lists every invalid one
 */
export function readValidateArguments(argv: readonly string[]): Arguments | 'help' {
  const problems: string[] = [];
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    // Errors are collected below: strict mode ends at the first one and suggests no name.
    strict: false,
    tokens: true,
    options: OPTIONS,
  });
  if (values.help === true) return 'help';
  for (const token of tokens) if (token.kind === 'option') problems.push(...optionProblems(token));
  if (positionals.length === 0) problems.push('Give at least one file, folder or archive.');
  const choose = <T extends string>(option: keyof typeof OPTIONS, known: readonly T[]): T => {
    const value = values[option];
    const chosen = known.find((name) => name === value);
    if (chosen === undefined && typeof value === 'string' && value !== '')
      problems.push(unknownValue(option, value, known));
    return chosen ?? known[0]!;
  };
  const platformNames = PLATFORM_NAMES.flatMap((name) => [PLATFORMS[name].wire, ...PLATFORMS[name].aliases]);
  const checked: Arguments = {
    paths: positionals,
    platform:
      values.platform === undefined ? undefined : platformFromWire(choose('platform', platformNames))!,
    ruleset: choose('ruleset', Object.keys(BUILTIN_RULESETS) as BuiltinRuleset[]),
    gate: readGate(values, choose, problems),
    formats: readFormats(values.format, problems),
    allowEmpty: values['allow-empty'] === true,
    includeVendor: values['include-vendor'] === true,
    leaveOut: { exclude: textsOf(values.exclude), gitignore: values['no-gitignore'] !== true },
    stdinName: typeof values['stdin-filename'] === 'string' ? values['stdin-filename'] : undefined,
    detail: readDetail(values, problems),
    isQuiet: values.quiet === true,
  };
  if (problems.length === 0) return checked;
  throw new StartError(`${problems.join('\n')}\nRun \`flowarden validate --help\` for all options.`, 2);
}

/** Reads the parts of the text report; adds a sentence to `problems` if nothing would be left. */
function readDetail({ summary, quiet }: Readonly<Record<string, unknown>>, problems: string[]): TextDetail {
  if (summary === true && quiet === true) problems.push('--summary and --quiet leave nothing to print.');
  if (summary === true) return 'summary';
  return quiet === true ? 'findings' : 'all';
}

/** Reads the mode and the threshold; adds a sentence to `problems` if they contradict each other. */
function readGate(
  { 'enforcement-mode': mode, 'fail-on': failOn }: Readonly<Record<string, unknown>>,
  choose: <T extends string>(option: keyof typeof OPTIONS, known: readonly T[]) => T,
  problems: string[],
): RunGate {
  const chosen = mode === undefined ? undefined : choose('enforcement-mode', ENFORCEMENT_MODES);
  if (failOn === undefined) return { mode: chosen ?? 'warning', failOn: FAIL_ON_DEFAULT };
  if (chosen !== undefined && chosen !== 'blocking')
    problems.push(`--fail-on blocks, and --enforcement-mode ${chosen} never does. Leave one of them out.`);
  return { mode: 'blocking', failOn: choose('fail-on', SEVERITIES) };
}

/** Returns the values of an option that can be repeated. */
function textsOf(values: unknown): readonly string[] {
  if (!Array.isArray(values)) return [];
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}

/** Reads `F` and `F=FILE`; adds a sentence to `problems` for each that is wrong. */
function readFormats(values: unknown, problems: string[]): readonly FormatRequest[] {
  const words = textsOf(values);
  if (values === undefined) return [{ format: 'text', file: null }];
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

function unknownValue(option: string, value: string, known: readonly string[]): string {
  return `--${option} "${value}" is unknown.${didYouMean(value, known)} Known: ${known.join(', ')}.`;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function optionProblems({ name, rawName, value }: OptionToken): readonly string[] {
  if (!Object.hasOwn(OPTIONS, name)) {
    const names = Object.keys(OPTIONS).map((known) => `--${known}`);
    return [`There is no option "${rawName}".${didYouMean(rawName, names)}`];
  }
  const { type } = OPTIONS[name as keyof typeof OPTIONS];
  if (type === 'string' && (value === undefined || value === ''))
    return [`--${name} needs a value: --${name}=VALUE.`];
  if (type === 'boolean' && value !== undefined) return [`--${name} takes no value.`];
  return [];
}
