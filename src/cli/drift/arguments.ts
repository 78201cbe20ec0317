/** Arguments of `flowarden drift`. */
import type { CommandConfig } from '../config/config-file.ts';
import { endIfWrong, parseOptions, unknownValue } from '../options.ts';
import { argumentPatterns, type LeaveOut } from '../validate/left-out.ts';

const FORMATS = ['text', 'json', 'html'] as const;

/** Checked arguments. */
export interface DriftArguments {
  readonly left: string;
  readonly right: string;
  readonly format: (typeof FORMATS)[number];
  readonly leaveOut: LeaveOut;
}

export const DRIFT_ARGUMENTS = {
  format: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  'no-gitignore': { type: 'boolean' },
  config: { type: 'string' },
  'no-config': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options with their values, for completion. */
export const DRIFT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.keys(DRIFT_ARGUMENTS).map((name) => [name, []])),
  format: FORMATS,
};

/** Usage of `flowarden drift`. */
export const DRIFT_USAGE = `flowarden drift LEFT RIGHT [options]

Says where two places differ: your repository and what runs, for example. Each is a folder, an
archive (zip, nupkg) or a file. What a designer changes by itself when it saves counts as the
same; every other difference does not. No server is needed, and nothing is sent.

  --format F           ${FORMATS.join(' | ')} (default: text); html draws what has changed, before
                       and after
  --exclude PATTERN    leave out files of both places, by a pattern as in .gitignore; repeat it
                       for several
  --no-gitignore       compare also what Git ignores
  --config FILE        read this file instead of the nearest flowarden.json: of it, what it excludes
  --no-config          read no flowarden.json
  -h, --help           print this

Exit codes:
  0   both places hold the same
  1   a file differs, or only one place has it
  2   a wrong path or option, or a file that could not be compared
`;

/** Parses the arguments. @throws StartError that lists every invalid one */
export function readDriftArguments(
  argv: readonly string[],
  config: CommandConfig | null,
): DriftArguments | 'help' {
  const { values, positionals, problems } = parseOptions(argv, DRIFT_ARGUMENTS);
  if (values.help === true) return 'help';
  const [left = '', right = ''] = positionals;
  if (positionals.length !== 2) problems.push('Give two places: flowarden drift LEFT RIGHT.');
  const format = FORMATS.find((name) => name === (values.format ?? 'text'));
  if (format === undefined) problems.push(unknownValue('format', String(values.format), FORMATS));
  endIfWrong(problems, 'drift');
  const exclude = [{ patterns: argumentPatterns(values.exclude), folder: null }];
  if (config !== null) exclude.push({ patterns: [...config.exclude], folder: null });
  return { left, right, format: format!, leaveOut: { exclude, gitignore: values['no-gitignore'] !== true } };
}
