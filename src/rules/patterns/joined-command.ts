/** Whether code starts a program with a command line that it joins from texts and variables. */
import type { Token } from '../../model/workflow.ts';

/** Names that stand for fixed texts, and calls that make a value harmless. */
const FIXED = new Set(
  'vbcrlf vblf vbtab vbnewline environment newline chr chrw cint clng len now quote'.split(' '),
);

const isJoin = ({ kind, text }: Token): boolean => kind === 'operator' && (text === '&' || text === '+');

/** Longer argument lists are not looked at to their end: calls in calls would make that a search without end. */
const OPERAND_TOKENS_MAX = 500;

/** Where the argument list, or the right side of an assignment, that begins at `start` ends. */
function operandEnd(tokens: readonly Token[], start: number, isCall: boolean): number {
  let depth = isCall ? 1 : 0;
  const last = Math.min(tokens.length, start + OPERAND_TOKENS_MAX);
  for (let i = start; i < last; i += 1) {
    const { kind, text } = tokens[i]!;
    if (text === ';' && kind === 'punctuation') return i;
    if (kind === 'punctuation' && text === '(') depth += 1;
    else if (kind === 'punctuation' && text === ')') {
      depth -= 1;
      if (depth === 0 && isCall) return i;
    }
    // Lines are no tokens: two words in a row are where the next statement begins.
    const before = tokens[i - 1]!;
    if (!isCall && depth === 0 && i > start && kind === 'name' && before.text !== '.' && !isJoin(before))
      return i;
  }
  return last;
}

/** The first variable that is joined to a text between two offsets. */
function joinedVariable(tokens: readonly Token[], start: number, end: number): string | undefined {
  const part = tokens.slice(start, end);
  if (!part.some(({ kind }) => kind === 'string')) return undefined;
  for (let i = 0; i < part.length; i += 1) {
    const { kind, text } = part[i]!;
    const isJoined = (i > 0 && isJoin(part[i - 1]!)) || (i + 1 < part.length && isJoin(part[i + 1]!));
    if (kind === 'name' && isJoined && !FIXED.has(text.toLowerCase())) return text;
  }
  return undefined;
}

/** Where the command line begins when a program is started at this token; undefined when it is not. */
function commandStart(tokens: readonly Token[], at: number): number | undefined {
  const next = tokens[at + 1]?.text;
  if (next !== '(' && next !== '=') return undefined;
  const name = tokens[at]!.text.toLowerCase();
  const before = tokens[at - 1]?.text;
  if (next === '(') {
    const owner = before === '.' ? tokens[at - 2]?.text.toLowerCase() : undefined;
    const starts =
      name === 'shell' || name === 'processstartinfo' || (name === 'start' && owner === 'process');
    return starts ? at + 2 : undefined;
  }
  return name === 'arguments' && before === '.' ? at + 2 : undefined;
}

/** The variable that is joined into the command line of `Process.Start`, `Shell` or a `ProcessStartInfo`. */
export function variableInCommand(tokens: readonly Token[]): string | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]!.kind !== 'name') continue;
    const start = commandStart(tokens, at);
    if (start === undefined) continue;
    const end = operandEnd(tokens, start, tokens[at + 1]!.text === '(');
    const variable = joinedVariable(tokens, start, end);
    if (variable !== undefined) return variable;
  }
  return undefined;
}
