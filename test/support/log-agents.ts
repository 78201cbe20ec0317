/**
 * What CI agents and terminals would obey in a program's output. Written from the behaviour of their parsers:
 * `Command.TryParse` of microsoft/azure-pipelines-agent, `ActionCommand.TryParseV2` and `TryParse` of actions/runner,
 * and the documentation of TeamCity, GitLab and Buildkite. Stricter than they are where versions differ: letter case
 * and whether a command is registered do not matter here.
 */

/** A command that an agent found. */
export interface FoundCommand {
  readonly agent: string;
  readonly line: string;
}

/** .NET's culture-sensitive search skips characters without width, and most control characters. */
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const ESCAPE = String.fromCharCode(27);
const COLOUR = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');
const SPACE = /^[\s\u0085\u200b]+/u;

type Parser = (line: string, raw: string) => boolean;

const azureCommand: Parser = (line) => {
  const start = line.toLowerCase().indexOf('##vso[');
  const end = line.indexOf(']', start);
  if (start < 0 || end < 0) return false;
  const [name = ''] = line.slice(start + '##vso['.length, end).split(' ');
  return name.split('.').filter(Boolean).length === 2;
};

/** The web page of a run formats such lines and folds groups. */
const azureFormat: Parser = (line) => /^##\[\w+\]/.test(line);

const githubCommand: Parser = (line) => line.startsWith('::') && line.indexOf('::', 2) > 2;

const githubOldCommand: Parser = (line) => {
  const start = line.indexOf('##[');
  return start >= 0 && line.indexOf(']', start) > start + 3;
};

const teamCity: Parser = (line) => line.includes('##teamcity[');

const buildkite: Parser = (line) => /^(?:---|\+\+\+|~~~|\^\^\^) /.test(line);

const GITLAB_SECTION = new RegExp(`section_(?:start|end):\\d+:[^\\r]+\\r${ESCAPE}\\[0K`);
const gitlab: Parser = (_, raw) => GITLAB_SECTION.test(raw);

const PARSERS: Readonly<Record<string, Parser>> = {
  'Azure Pipelines command': azureCommand,
  'Azure Pipelines format': azureFormat,
  'GitHub Actions command': githubCommand,
  'GitHub Actions command, old form': githubOldCommand,
  TeamCity: teamCity,
  Buildkite: buildkite,
};

/** Every command that an agent obeys in an output. */
export function commandsIn(output: string): readonly FoundCommand[] {
  const found = output.split(/\r\n|[\r\n]/).flatMap((raw) => {
    const line = raw.replaceAll(COLOUR, '').replaceAll(IGNORED, '').replace(SPACE, '');
    return Object.entries(PARSERS)
      .filter(([, obeys]) => obeys(line, raw))
      .map(([agent]) => ({ agent, line: raw }));
  });
  return gitlab('', output) ? [...found, { agent: 'GitLab', line: output }] : found;
}

/** Control characters, colours aside, that a terminal would obey. */
export function controlsIn(output: string): readonly string[] {
  const plain = output.replaceAll(COLOUR, '');
  return plain.match(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/gu) ?? [];
}

/** Names that strangers give to files, activities and variables. Each is a command somewhere. */
export const HOSTILE_NAMES: readonly string[] = [
  '##vso[task.setvariable variable=PATH]evil',
  '##VSO[task.complete result=Succeeded;]done',
  'x ##vso[task.uploadsummary]y',
  '#\u00ad#vso[task.complete]soft hyphen',
  '##\u3164vso[task.complete]filler',
  '#\ufe0f#vso\ufe0f[task.complete]variation selector',
  '###vso[task.complete]three',
  '##[error]forged',
  '##[add-mask]a',
  '##[group]hidden',
  '::error file=Main.xaml,line=1::forged',
  '::add-mask::a',
  ':\u00ad:stop-commands::token',
  '\u3000::error::wide blank',
  'a\n::error::second line',
  'a\r::error::carriage return',
  'a\u2028::error::line separator',
  'a%0A::error::percent',
  "##teamcity[buildStatus status='SUCCESS']",
  '--- folded',
  '+++ opened',
  '^^^ +++',
  'section_start:1560896352:a\r\u001b[0Kfolded',
  '\u001b]0;title\u0007\u001b[2J\u009b31m\u202ebidi',
];
