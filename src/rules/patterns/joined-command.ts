/** Whether code starts a program with a command line that it joins from texts and variables. */
import type { Token } from '../../model/workflow.ts';
import { type Spend, stepLimit } from './work-limit.ts';

/** Names that stand for fixed texts, and calls that make a value harmless. */
const FIXED = new Set(
  'vbcrlf vblf vbtab vbnewline environment newline chr chrw cint clng len now quote'.split(' '),
);

const isJoin = ({ kind, text }: Token): boolean => kind === 'operator' && (text === '&' || text === '+');

/** Tokens looked at in one code. Calls in calls are read once for each level, which only hostile code has many of. */
const STEPS_MAX = 20_000_000;

/** Where the argument list, or the right side of an assignment, that begins at `start` ends. */
function operandEnd(tokens: readonly Token[], start: number, isCall: boolean, spend: Spend): number {
  let depth = isCall ? 1 : 0;
  for (let i = start; i < tokens.length; i += 1) {
    spend();
    const { kind, text } = tokens[i]!;
    if (text === ';' && kind === 'punctuation') return i;
    if (kind === 'punctuation' && text === '(') depth += 1;
    else if (kind === 'punctuation' && text === ')') {
      depth -= 1;
      // Of an assignment: what it stands in ends.
      if (depth === (isCall ? 0 : -1)) return i;
    }
    // Lines are no tokens: two words in a row are where the next statement begins.
    const before = tokens[i - 1]!;
    if (!isCall && depth === 0 && i > start && kind === 'name' && before.text !== '.' && !isJoin(before))
      return i;
  }
  return tokens.length;
}

/** The first variable that is joined to a text between two offsets. */
function joinedVariable(
  tokens: readonly Token[],
  [start, end]: readonly [number, number],
  spend: Spend,
): string | undefined {
  spend(end - start);
  const part = tokens.slice(start, end);
  if (!part.some(({ kind }) => kind === 'string')) return undefined;
  for (let i = 0; i < part.length; i += 1) {
    const { kind, text } = part[i]!;
    if (kind !== 'name') continue;
    const isValue = !FIXED.has(text.toLowerCase());
    let before = i - 1;
    // `"a" & (name)`: what an interpolated text is read as.
    while (part[before]?.text === '(') before -= 1;
    const isJoined = [part[before], part[i + 1]].some((token) => token !== undefined && isJoin(token));
    if (isJoined && isValue) return text;
    const inserted = /^(?:format|concat)$/i.test(text) ? insertedVariable(part, i + 1, spend) : undefined;
    if (inserted !== undefined) return inserted;
  }
  return undefined;
}

/** The first variable among the arguments behind the text of `Format("/c {0}", name)`; `open` is where they begin. */
function insertedVariable(part: readonly Token[], open: number, spend: Spend): string | undefined {
  if (part[open]?.text !== '(' || part[open + 1]?.kind !== 'string') return undefined;
  for (let i = open + 2; i < part.length && part[i]!.text !== ')'; i += 1) {
    spend();
    const { kind, text } = part[i]!;
    if (kind === 'name' && part[i - 1]!.text === ',' && !FIXED.has(text.toLowerCase())) return text;
  }
  return undefined;
}

/** `CreateObject("WScript.Shell")`, whose `Run` starts a program. */
const mentionsScriptShell = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind, text }) => kind === 'string' && /^wscript\.shell$/i.test(text));

/** Each name that is given a joined text, in lower case, with the variable in that text. */
function joinedNames(tokens: readonly Token[], spend: Spend): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 1; at < tokens.length; at += 1) {
    if (tokens[at]!.text !== '=' || tokens[at - 1]!.kind !== 'name') continue;
    const isDeclared = tokens[at - 2]?.text.toLowerCase() === 'as';
    const name = tokens[at - (isDeclared ? 3 : 1)]!;
    const variable = joinedVariable(tokens, [at + 1, operandEnd(tokens, at + 1, false, spend)], spend);
    if (variable !== undefined && name?.kind === 'name') found.set(name.text.toLowerCase(), variable);
  }
  return found;
}

/** The variable in a text that was joined before and is one of the arguments. */
function handedOver(
  tokens: readonly Token[],
  [start, end]: readonly [number, number],
  joined: ReadonlyMap<string, string>,
): string | undefined {
  if (joined.size === 0) return undefined;
  for (let at = start; at < end; at += 1) {
    const { kind, text } = tokens[at]!;
    const isWhole = /^[(,=]$/.test(tokens[at - 1]!.text) && tokens[at + 1]?.text !== '.';
    const variable = kind === 'name' && isWhole ? joined.get(text.toLowerCase()) : undefined;
    if (variable !== undefined) return variable;
  }
  return undefined;
}

/** Where the command line begins when a program is started at this token; undefined when it is not. */
function commandStart(tokens: readonly Token[], at: number, hasScriptShell: boolean): number | undefined {
  const next = tokens[at + 1]?.text;
  if (next !== '(' && next !== '=') return undefined;
  const name = tokens[at]!.text.toLowerCase();
  const before = tokens[at - 1]?.text;
  if (next === '(') {
    const owner = before === '.' ? tokens[at - 2]?.text.toLowerCase() : undefined;
    const starts =
      name === 'shell' ||
      name === 'processstartinfo' ||
      (name === 'start' && owner === 'process') ||
      (name === 'run' && before === '.' && hasScriptShell);
    return starts ? at + 2 : undefined;
  }
  // In C# a member of a new object stands behind a bracket or comma.
  return name === 'arguments' && /^[.{,]$/.test(before ?? '') ? at + 2 : undefined;
}

/** The variable that is joined into the command line of `Process.Start`, `Shell` or a `ProcessStartInfo`. */
export function variableInCommand(tokens: readonly Token[]): string | undefined {
  const hasScriptShell = mentionsScriptShell(tokens);
  const spend = stepLimit(STEPS_MAX);
  let joined: ReadonlyMap<string, string> | undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]!.kind !== 'name') continue;
    const start = commandStart(tokens, at, hasScriptShell);
    if (start === undefined) continue;
    const range = [start, operandEnd(tokens, start, tokens[at + 1]!.text === '(', spend)] as const;
    joined ??= joinedNames(tokens, spend);
    const variable = joinedVariable(tokens, range, spend) ?? handedOver(tokens, range, joined);
    if (variable !== undefined) return variable;
  }
  return undefined;
}
