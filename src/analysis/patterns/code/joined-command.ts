/** Command lines that code joins from texts and variables before it starts a program. */
import type { Token } from '../../model/workflow.ts';

/** Names of fixed texts, and calls that make a value harmless. */
const FIXED = new Set(
  'vbcrlf vblf vbtab vbnewline environment newline chr chrw cint clng len now quote'.split(' '),
);

const isJoin = ({ kind, text }: Token): boolean => kind === 'operator' && (text === '&' || text === '+');

/** Facts about every operand in the tokens of a code, from one pass however deep calls are nested. */
interface Layout {
  /** By token: the end of an argument list that begins there. */
  readonly callEnds: Int32Array;
  /** By token: the end of the right side of an assignment that begins there. */
  readonly valueEnds: Int32Array;
  /** By token: the first text from there on. */
  readonly texts: Int32Array;
  /** Variables that are joined to a text or inserted into one, by token. */
  readonly joins: readonly { readonly at: number; readonly variable: string }[];
}

/** Reads code backwards, so that the tokens behind a token are known. */
function layoutOf(tokens: readonly Token[]): Layout {
  const size = tokens.length;
  const callEnds = new Int32Array(size + 1).fill(size);
  const valueEnds = new Int32Array(size + 1).fill(size);
  const texts = new Int32Array(size + 1).fill(size);
  const joins: { at: number; variable: string }[] = [];
  // For `Format("/c {0}", name)`: the next variable behind a comma, and the next end of arguments.
  let inserted = size;
  let close = size;
  for (let at = size - 1; at >= 0; at -= 1) {
    const { kind, text } = tokens[at]!;
    texts[at] = kind === 'string' ? at : texts[at + 1]!;
    if (kind === 'punctuation' && (text === ')' || text === ';')) {
      close = callEnds[at] = valueEnds[at] = at;
      continue;
    }
    const group = kind === 'punctuation' && text === '(' ? callEnds[at + 1]! : at;
    const next = tokens[group]?.text === ';' && group > at ? group : Math.min(group + 1, size);
    callEnds[at] = callEnds[next]!;
    valueEnds[at] = beginsStatement(tokens, next) ? next : valueEnds[next]!;
    if (kind !== 'name') continue;
    const isValue = !FIXED.has(text.toLowerCase());
    if (isValue && isJoined(tokens, at)) joins.push({ at, variable: text });
    else if (inserted < close && isFormat(tokens, at)) joins.push({ at, variable: tokens[inserted]!.text });
    if (isValue && tokens[at - 1]?.text === ',') inserted = at;
  }
  return { callEnds, valueEnds, texts, joins: joins.reverse() };
}

/** Returns whether a statement begins at a token: line ends are no tokens, so two names in a row show it. */
function beginsStatement(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]!;
  return tokens[at]?.kind === 'name' && before.text !== '.' && !isJoin(before);
}

function isJoined(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  // `"a" & (name)`: the form in which an interpolated text is read.
  while (tokens[before]?.text === '(') before -= 1;
  return [tokens[before], tokens[at + 1]].some((token) => token !== undefined && isJoin(token));
}

const isFormat = (tokens: readonly Token[], at: number): boolean =>
  /^(?:format|concat)$/i.test(tokens[at]!.text) &&
  tokens[at + 1]?.text === '(' &&
  tokens[at + 2]?.kind === 'string';

/** Returns the first variable that is joined to a text between two tokens. */
function joinedVariable({ texts, joins }: Layout, start: number, end: number): string | undefined {
  if (texts[start]! >= end) return undefined;
  let [low, high] = [0, joins.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (joins[middle]!.at < start) low = middle + 1;
    else high = middle;
  }
  const first = joins[low];
  return first !== undefined && first.at < end ? first.variable : undefined;
}

/** Returns whether code has `CreateObject("WScript.Shell")`, whose `Run` starts a program. */
const mentionsScriptShell = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind, text }) => kind === 'string' && /^wscript\.shell$/i.test(text));

/** Returns the variable in each name that is assigned a joined text, by lower-case name. */
function joinedNames(tokens: readonly Token[], layout: Layout): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 1; at < tokens.length; at += 1) {
    if (tokens[at]!.text !== '=' || tokens[at - 1]!.kind !== 'name') continue;
    const isDeclared = tokens[at - 2]?.text.toLowerCase() === 'as';
    const name = tokens[at - (isDeclared ? 3 : 1)]!;
    const variable = joinedVariable(layout, at + 1, layout.valueEnds[at + 1]!);
    if (variable !== undefined && name?.kind === 'name') found.set(name.text.toLowerCase(), variable);
  }
  return found;
}

/** Returns the variable in an earlier joined text that is one of the arguments. */
function handedOver(
  tokens: readonly Token[],
  start: number,
  end: number,
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

/** Returns the start of the command line when this token starts a program; otherwise undefined. */
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

/** Returns the variable that is joined into the command line of `Process.Start`, `Shell` or a `ProcessStartInfo`. */
export function variableInCommand(tokens: readonly Token[]): string | undefined {
  const hasScriptShell = mentionsScriptShell(tokens);
  let layout: Layout | undefined;
  let joined: ReadonlyMap<string, string> | undefined;
  let searchedTo = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    // A command line that has no such variable has none in the calls inside it either.
    if (at < searchedTo || tokens[at]!.kind !== 'name') continue;
    const start = commandStart(tokens, at, hasScriptShell);
    if (start === undefined) continue;
    layout ??= layoutOf(tokens);
    joined ??= joinedNames(tokens, layout);
    const isCall = tokens[at + 1]!.text === '(';
    const end = (isCall ? layout.callEnds : layout.valueEnds)[start]!;
    const variable = joinedVariable(layout, start, end) ?? handedOver(tokens, start, end, joined);
    if (variable !== undefined) return variable;
    searchedTo = end;
  }
  return undefined;
}
