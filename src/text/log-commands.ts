/**
 * Commands that CI agents read from the output of a step. Untrusted names and texts appear in such output, so every
 * printed text passes through here. One character of a command is replaced by a JSON escape: `##vso[task.complete]`
 * becomes `#\u0023vso[task.complete]`, which JSON reads back as the original.
 */
import { COLOUR_SEQUENCE } from './control-characters.ts';

/** Zero-width characters. .NET's culture-sensitive search, which both agents use, skips them inside a marker. */
const IGNORED = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\n\r]]`;
const IGNORED_OR_LETTER = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{L}]--[\n\r]]`;

interface CommandSyntax {
  readonly agents: string;
  readonly example: string;
  /** `anywhere` in a line, or only at its start, after optional blanks. */
  readonly place: 'anywhere' | 'line start';
  /** Matches the character to escape; what follows it is in a lookahead. */
  readonly broken: string;
}

/**
 * The closed set of syntaxes. Sources: `Command.TryParse` of microsoft/azure-pipelines-agent, `ActionCommand.TryParse`
 * and `TryParseV2` of actions/runner, and the documentation of the others. GitLab's and Travis' section markers need a
 * carriage return and an escape character, which are never printed raw (`signs.ts`).
 */
export const COMMAND_SYNTAXES = [
  {
    agents: 'Azure Pipelines (##vso[, ##[), GitHub Actions (##[), TeamCity (##teamcity[)',
    example: '##vso[task.complete result=Succeeded]',
    place: 'anywhere',
    broken: String.raw`(?<=#${IGNORED}*)#(?=${IGNORED_OR_LETTER}*\[)`,
  },
  {
    agents: 'GitHub Actions',
    example: '::error file=Main.xaml::text',
    place: 'line start',
    broken: `:(?=${IGNORED}*:)`,
  },
  {
    agents: 'Buildkite (groups of lines)',
    example: '--- title',
    place: 'line start',
    broken: String.raw`-(?=-- )|\+(?=\+\+ )|~(?=~~ )|\^(?=\^\^ )`,
  },
] as const satisfies readonly CommandSyntax[];

const patternOf = (place: CommandSyntax['place']): string =>
  COMMAND_SYNTAXES.filter((syntax) => syntax.place === place)
    .map(({ broken }) => broken)
    .join('|');

const ANYWHERE = new RegExp(patternOf('anywhere'), 'gv');

/** Blanks and colours may precede a command; the lookbehind ends at a line break. */
const LINE_START = new RegExp(
  String.raw`^((?:${COLOUR_SEQUENCE}|[^\S\n\r\u2028\u2029]|${IGNORED})*)(${patternOf('line start')})`,
  'gmv',
);

/** Escapes every command marker in a text that is printed, JSON documents included. */
export function breakLogCommands(text: string): string {
  return breakMarkers(text).replace(LINE_START, (_, blanks: string, sign: string) => blanks + escaped(sign));
}

/**
 * Escapes the markers that are valid anywhere in a line. It suffices for a JSON text on one line, in which they occur
 * only inside strings; the value stays the same. Without any `#` it costs a single search.
 */
export function breakMarkers(text: string): string {
  return text.includes('#') ? text.replace(ANYWHERE, escaped) : text;
}

/** Returns the JSON escape of one UTF-16 unit. */
export function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
