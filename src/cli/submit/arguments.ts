/** Arguments of `flowarden submit`. */
import { ENFORCEMENT_MODES, type EnforcementMode } from '../../analysis/model/report.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import { REPORT_FORMATS } from '../../analysis/report/formats/formats.ts';
import type { TextDetail } from '../../analysis/report/text/text-report.ts';
import { MINUTE_MS } from '../../units.ts';
import type { CommandConfig, ConfigChoice } from '../config/config-file.ts';
import { endIfWrong, type OptionValues, optionText, parseOptions, unknownValue } from '../options.ts';
import {
  configChoice,
  FORMAT_NAMES,
  type FormatRequest,
  readDetail,
  readFormats,
} from '../validate/arguments.ts';
import { type LeaveOut, readLeaveOut } from '../validate/left-out.ts';

const TIMEOUT_MINUTES_DEFAULT = 30;
const TIMEOUT_MINUTES_MAX = 24 * 60;

/** Usage of `flowarden submit`. */
export const SUBMIT_USAGE = `flowarden submit <path>... [options]

Sends files to the service, waits for the result and reports it like \`flowarden validate\`.
One file is sent by itself. A folder, an archive or several paths are sent as one project.
In a CI job the pipeline context (repository, branch, commit, pull request) goes with them.

  --server URL           address of the service (default: FLOWARDEN_URL)
  --org UUID             organisation (default: FLOWARDEN_ORG_ID)
  --key-file FILE        file with the API key (default: the key in FLOWARDEN_API_KEY, else the
                         identity token of the job: FLOWARDEN_ID_TOKEN, or GitHub's)
  --environment E        environment of the organisation, such as production
  --ruleset R            ruleset (default: that of the environment or the organisation)
  --policy-pack P        UUID or slug of a policy pack
  --enforcement-mode M   ${ENFORCEMENT_MODES.join(' | ')}
                         (default: that of the environment or the organisation)
  --fail-on S            ${SEVERITIES.join(' | ')}: block on findings of this severity or
                         worse, besides what the service blocks; all but critical imply the
                         mode blocking
  --label L              tag of the run in the service
  --agent NAME           coding agent that made the change (default: what the agent's own
                         variables say); the service shows it as claimed
  --timeout MINUTES      longest time for upload and result (default: ${TIMEOUT_MINUTES_DEFAULT})
  --format F[=FILE]      text | json | ${Object.keys(REPORT_FORMATS).join(' | ')}
                         (default: text). Repeat it for several formats: each goes to its file,
                         at most one to standard output
  --exclude PATTERN      leave out files of folders and archives, by a pattern as in .gitignore;
                         repeat it for several
  --no-gitignore         send also what Git ignores; tracked files are always sent
  --stdin-filename F     name of the file on standard input, whose path is -
  --show-suppressed      list the findings that exceptions and notes waive
  --config F             configuration (default: the nearest flowarden.json, whose paths,
                         exclude, formats and failOn hold here too)
  --no-config            read no configuration
  --all                  list every file and finding in the text report, not the worst alone
  --summary              the text report has the totals alone
  --quiet                the text report has the findings alone; no notes
  -h, --help             print this

Exit codes, in every enforcement mode:
  0   every workflow was judged, and none is blocked
  1   blocked
  2   not everything could be judged: a wrong path or option, a file that cannot be read,
      a service that cannot be reached or rejects the files
`;

/** Fields of a submission that the user chooses. */
export interface RunFields {
  readonly environment?: string;
  readonly ruleset?: string;
  readonly policy_pack?: string;
  readonly enforcement_mode?: EnforcementMode;
  readonly label?: string;
}

/** Checked arguments. */
export interface SubmitArguments {
  readonly paths: readonly string[];
  readonly server: string | undefined;
  readonly orgId: string | undefined;
  readonly keyFile: string | undefined;
  readonly fields: RunFields;
  /** Coding agent that made the change; undefined: what the environment says. */
  readonly agent: string | undefined;
  readonly failOn: Severity | undefined;
  readonly timeoutMs: number;
  readonly formats: readonly FormatRequest[];
  readonly leaveOut: LeaveOut;
  readonly stdinName: string | undefined;
  /** List waived findings too. */
  readonly showSuppressed: boolean;
  readonly detail: TextDetail;
  /** List every file and finding in the text report. */
  readonly isWhole: boolean;
  readonly isQuiet: boolean;
}

const OPTIONS = {
  server: { type: 'string' },
  org: { type: 'string' },
  'key-file': { type: 'string' },
  environment: { type: 'string' },
  ruleset: { type: 'string' },
  'policy-pack': { type: 'string' },
  'enforcement-mode': { type: 'string' },
  'fail-on': { type: 'string' },
  label: { type: 'string' },
  agent: { type: 'string' },
  timeout: { type: 'string' },
  format: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  'no-gitignore': { type: 'boolean' },
  'stdin-filename': { type: 'string' },
  'show-suppressed': { type: 'boolean' },
  config: { type: 'string' },
  'no-config': { type: 'boolean' },
  all: { type: 'boolean' },
  summary: { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = OptionValues<typeof OPTIONS>;

const NO_VALUES = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, []])) as unknown as Record<
  keyof typeof OPTIONS,
  readonly string[]
>;

/** Options with their values, for completion. */
export const SUBMIT_OPTIONS: typeof NO_VALUES = {
  ...NO_VALUES,
  'enforcement-mode': ENFORCEMENT_MODES,
  'fail-on': SEVERITIES,
  format: FORMAT_NAMES,
};

/** Returns which configuration the arguments choose; none for `--help`. */
export function submitConfigChoice(argv: readonly string[]): ConfigChoice {
  return configChoice(argv, OPTIONS);
}

/**
 * Parses the arguments after the command's name; the configuration stands in for those that are absent.
 * @throws StartError that lists every invalid one
 */
export function readSubmitArguments(
  argv: readonly string[],
  config: CommandConfig | null = null,
): SubmitArguments | 'help' {
  const { values, positionals, problems } = parseOptions(argv, OPTIONS);
  if (values.help === true) return 'help';
  const paths = positionals.length === 0 ? (config?.paths ?? []) : positionals;
  if (paths.length === 0) problems.push('Give at least one file, folder or archive.');
  if (argv.some((word) => word === '--rule' || word.startsWith('--rule=')))
    problems.push('Rules are overridden on your machine alone: --rule is for flowarden validate.');
  const { mode, failOn } = readGate(values, config, problems);
  const checked: SubmitArguments = {
    paths,
    server: optionText(values.server),
    orgId: optionText(values.org),
    keyFile: optionText(values['key-file']),
    fields: readFields(values, mode),
    agent: optionText(values.agent),
    failOn,
    timeoutMs: readTimeout(optionText(values.timeout), problems),
    formats: readFormats(values.format, config?.formats ?? [], problems),
    leaveOut: readLeaveOut(values, config),
    stdinName: optionText(values['stdin-filename']),
    showSuppressed: values['show-suppressed'] === true,
    detail: readDetail(values, problems),
    isWhole: values.all === true,
    isQuiet: values.quiet === true,
  };
  endIfWrong(problems, 'submit');
  return checked;
}

function chosen<T extends string>(
  values: Values,
  option: keyof typeof OPTIONS,
  known: readonly T[],
  problems: string[],
): T | undefined {
  const value = optionText(values[option]);
  const found = known.find((name) => name === value);
  if (value !== undefined && found === undefined) problems.push(unknownValue(option, value, known));
  return found;
}

/**
 * Reads the mode and the threshold; adds a sentence to `problems` if they contradict each other. A mode of the arguments
 * that never blocks overrides the configuration.
 */
function readGate(
  values: Values,
  config: CommandConfig | null,
  problems: string[],
): { readonly mode: EnforcementMode | undefined; readonly failOn: Severity | undefined } {
  const mode = chosen(values, 'enforcement-mode', ENFORCEMENT_MODES, problems);
  const given = chosen(values, 'fail-on', SEVERITIES, problems);
  const neverBlocks = mode !== undefined && mode !== 'blocking';
  if (given !== undefined && neverBlocks)
    problems.push(`--fail-on blocks, and --enforcement-mode ${mode} never does. Leave one of them out.`);
  const failOn = given ?? (neverBlocks ? undefined : config?.failOn);
  // The mode blocking of the service stops high findings too, which --fail-on critical lets pass.
  const implied = failOn === undefined || failOn === 'critical' ? undefined : 'blocking';
  return { mode: mode ?? implied, failOn };
}

function readFields(values: Values, mode: EnforcementMode | undefined): RunFields {
  const fields = {
    environment: optionText(values.environment),
    ruleset: optionText(values.ruleset),
    policy_pack: optionText(values['policy-pack']),
    enforcement_mode: mode,
    label: optionText(values.label),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function readTimeout(value: string | undefined, problems: string[]): number {
  const minutes = Number(value ?? TIMEOUT_MINUTES_DEFAULT);
  if (!(minutes > 0 && minutes <= TIMEOUT_MINUTES_MAX))
    problems.push(`--timeout "${value}" must be a number of minutes, more than 0 and at most 1,440.`);
  return minutes * MINUTE_MS;
}
