/** Options of a command: parsing that collects every problem and suggests near names. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartError } from '../infra/process/start-error.ts';
import { didYouMean } from '../text/nearest-name.ts';

/** Values of the options by name, as they were given. */
export type OptionValues<Options extends ParseArgsOptionsConfig> = Readonly<
  Partial<Record<keyof Options & string, unknown>>
>;

/** Parsed arguments. The readers of values add sentences to `problems`; `endIfWrong` reports all of them. */
export interface ParsedArguments<Options extends ParseArgsOptionsConfig> {
  readonly values: OptionValues<Options>;
  readonly positionals: readonly string[];
  readonly problems: string[];
}

/** Parses the arguments after the command's name. After `--` every argument is a positional one. */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  argv: readonly string[],
  options: Options,
): ParsedArguments<Options> {
  // Errors are collected below: strict mode ends at the first one and suggests no name.
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options,
  });
  const problems = tokens.flatMap((token) => (token.kind === 'option' ? problemsOf(token, options) : []));
  return {
    values: values as Readonly<Record<string, unknown>> as OptionValues<Options>,
    positionals,
    problems,
  };
}

/** @throws StartError (exit 2) that lists the problems, if there are any */
export function endIfWrong(problems: readonly string[], command: string): void {
  if (problems.length === 0) return;
  throw new StartError(`${problems.join('\n')}\nRun \`flowarden ${command} --help\` for all options.`, 2);
}

/** Returns the value of an option if it was given one. */
export function optionText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the values of an option that can be repeated. */
export function optionTexts(values: unknown): readonly string[] {
  return Array.isArray(values) ? values.flatMap((value) => optionText(value) ?? []) : [];
}

/** Returns the sentence about a value outside a closed set. */
export function unknownValue(option: string, value: string, known: readonly string[]): string {
  return `--${option} "${value}" is unknown.${didYouMean(value, known)} Known: ${known.join(', ')}.`;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function problemsOf(
  { name, rawName, value }: OptionToken,
  options: ParseArgsOptionsConfig,
): readonly string[] {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const names = Object.keys(options).map((known) => `--${known}`);
    return [`There is no option "${rawName}".${didYouMean(rawName, names)}`];
  }
  if (option.type === 'string' && (value === undefined || value === ''))
    return [`--${name} needs a value: --${name}=VALUE.`];
  if (option.type === 'boolean' && value !== undefined) return [`--${name} takes no value.`];
  return [];
}
