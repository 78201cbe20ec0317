/** Standard output and standard error of every process, with output that is harmless to terminals and CI agents. */
import { inspect } from 'node:util';
import { COLOUR_SEQUENCE, showControlCharactersInLine } from '../../text/control-characters.ts';
import { breakLogCommands } from '../../text/log-commands.ts';

const PLAIN_LINE = /^[\n -~]*$/;
const COLOUR = new RegExp(`(${COLOUR_SEQUENCE})`);

/** Escapes control characters, other than line breaks, and commands of CI agents. */
export function printable(text: string): string {
  return breakLogCommands(PLAIN_LINE.test(text) ? text : showControlCharactersInLine(text));
}

/** Escapes likewise, but leaves our own colours; values must have passed through `showControlCharacters`. */
function printableWithColours(text: string): string {
  const parts = text.split(COLOUR);
  return breakLogCommands(
    parts.map((part, i) => (i % 2 === 1 ? part : showControlCharactersInLine(part))).join(''),
  );
}

/** Prints a text on standard output. `done` is called once it is written, or cannot be. */
export function print(text: string, done?: () => void): void {
  process.stdout.write(printable(text), done);
}

/** Prints a text that may hold our own colours on standard output; see `print`. */
export function printColoured(text: string, done?: () => void): void {
  process.stdout.write(printableWithColours(text), done);
}

/** Prints commands for a CI agent as they are; the format must have escaped every value in them. */
export function printCommands(text: string, done?: () => void): void {
  process.stdout.write(text, done);
}

/** Prints a text on standard error. `done` is called once it is written, or cannot be. */
export function printError(text: string, done?: () => void): void {
  process.stderr.write(printable(text), done);
}

/** Prints an unexpected error with its stack, like Node, but harmless to CI agents; exits with Node's code. */
export function crash(error: unknown): never {
  printError(`${inspect(error)}\n`);
  process.exit(1);
}
