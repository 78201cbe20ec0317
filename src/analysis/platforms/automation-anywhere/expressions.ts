/** Lexers of the two forms of a computed value in Automation Anywhere: text with `$names$` in it, and arithmetic. */
import type { Token } from '../../model/workflow.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';

const NAME_START = /[\p{L}_@]/u;
const NAME_PART = /[\p{L}\p{N}\p{M}_-]/u;
const CLOSERS = new Map([
  ['{', '}'],
  ['[', ']'],
]);
/** Opening brackets behind a function: `$rows.LegacyAutomation:getLegacyIndexValue($n$)$`. */
const FUNCTION_CLOSERS = new Map([...CLOSERS, ['(', ')']]);

/** State of a lexer. `open` holds the closing brackets of the references that are not yet complete. */
interface Scan {
  readonly text: string;
  readonly tokens: Token[];
  readonly open: string[];
  at: number;
  /** Literal text since the last token. */
  pending: string;
}

function isNameStart(char: string | undefined): boolean {
  return char !== undefined && NAME_START.test(char);
}

/**
 * Returns the offset behind the name that begins at `from`: letters, digits, `_` and `-`, with an optional `Package:`
 * in front.
 */
function nameEnd(text: string, from: number): number {
  if (!isNameStart(text[from])) return from;
  let at = from + 1;
  while (at < text.length) {
    const char = text[at]!;
    if (!NAME_PART.test(char) && !(char === ':' && isNameStart(text[at + 1]))) break;
    at += 1;
  }
  return at;
}

/**
 * Returns the offset behind the chain of functions `.Number:toString` that begins at `from`; `from` when there is none.
 */
function functionsEnd(text: string, from: number): number {
  let at = from;
  while (text[at] === '.') {
    const end = nameEnd(text, at + 1);
    if (end === at + 1) return at;
    at = end;
  }
  return at;
}

function flush(scan: Scan, kind: 'string' | 'key'): void {
  const { pending } = scan;
  if (pending === '') return;
  scan.pending = '';
  const number = kind === 'key' && /^\d+$/.test(pending);
  scan.tokens.push({ kind: number ? 'number' : 'string', text: pending });
}

function pushFunctions(scan: Scan, end: number): void {
  for (const name of scan.text.slice(scan.at + 1, end).split('.')) {
    scan.tokens.push({ kind: 'punctuation', text: '.' }, { kind: 'name', text: name });
  }
  scan.at = end;
}

/** Lexes the reference that may begin at the `$` at the current offset; a `$` that begins none is plain text. */
function takeReference(scan: Scan): void {
  const { text } = scan;
  const end = nameEnd(text, scan.at + 1);
  const behind = functionsEnd(text, end);
  const closed = text[behind] === '$';
  const isFunction = behind > end || text.slice(scan.at, end).includes(':');
  const closers = isFunction ? FUNCTION_CLOSERS : CLOSERS;
  if (end === scan.at + 1 || !(closed || closers.has(text[behind]!))) {
    // Nothing between here and `behind` is a `$`, so the scan never reads a character twice.
    scan.pending += text.slice(scan.at, Math.max(behind, scan.at + 1));
    scan.at = Math.max(behind, scan.at + 1);
    return;
  }
  flush(scan, scan.open.length === 0 ? 'string' : 'key');
  scan.tokens.push({ kind: 'symbol', text: text.slice(scan.at + 1, end) });
  scan.at = end;
  if (behind > end) pushFunctions(scan, behind);
  if (closed) scan.at += 1;
  else openKey(scan);
}

function openKey(scan: Scan): void {
  const bracket = scan.text[scan.at]!;
  scan.tokens.push({ kind: 'punctuation', text: bracket });
  scan.open.push(FUNCTION_CLOSERS.get(bracket)!);
  scan.at += 1;
}

/** Continues behind a key: another key, functions, or the `$` that completes the reference. */
function closeKey(scan: Scan): void {
  flush(scan, 'key');
  scan.tokens.push({ kind: 'punctuation', text: scan.open.pop()! });
  scan.at += 1;
  if (CLOSERS.has(scan.text[scan.at]!)) {
    openKey(scan);
    return;
  }
  const behind = functionsEnd(scan.text, scan.at);
  const isFunction = behind > scan.at;
  if (isFunction) pushFunctions(scan, behind);
  if (isFunction && scan.text[scan.at] === '(') openKey(scan);
  else if (scan.text[scan.at] === '$') scan.at += 1;
}

function step(scan: Scan): void {
  const char = scan.text[scan.at]!;
  if (char === '$') {
    if (scan.text[scan.at + 1] === '$') {
      scan.pending += '$';
      scan.at += 2;
    } else takeReference(scan);
  } else if (char === scan.open.at(-1)) closeKey(scan);
  else takeText(scan);
}

function takeText(scan: Scan): void {
  const closer = scan.open.at(-1);
  let end = scan.at + 1;
  while (end < scan.text.length && scan.text[end] !== '$' && scan.text[end] !== closer) end += 1;
  scan.pending += scan.text.slice(scan.at, end);
  scan.at = end;
}

function textTokens(text: string): readonly Token[] {
  if (!text.includes('$')) return text === '' ? [] : [{ kind: 'string', text }];
  const scan: Scan = { text, tokens: [], open: [], at: 0, pending: '' };
  while (scan.at < text.length) step(scan);
  flush(scan, 'string');
  return scan.tokens;
}

const ARITHMETIC =
  /(?<space>\s+)|(?<number>\d+(?:\.\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<operator>[<>!=]=|[-+*/%^<>=&|])/uy;

/** Splits the text between references into numbers, names and operators. */
function arithmeticTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let inKey = 0;
  for (const token of textTokens(text)) {
    if (token.kind === 'punctuation')
      inKey += '{['.includes(token.text) ? 1 : '}]'.includes(token.text) ? -1 : 0;
    if (token.kind !== 'string' || inKey > 0) tokens.push(token);
    else splitArithmetic(token.text, tokens);
  }
  return tokens;
}

function splitArithmetic(text: string, tokens: Token[]): void {
  let at = 0;
  while (at < text.length) {
    ARITHMETIC.lastIndex = at;
    const found = ARITHMETIC.exec(text);
    const { space, number, name, operator } = found?.groups ?? {};
    const token = found?.[0] ?? String.fromCodePoint(text.codePointAt(at)!);
    at += token.length;
    if (number !== undefined) tokens.push({ kind: 'number', text: token });
    else if (name !== undefined) tokens.push({ kind: 'name', text: token });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: token });
    else if (space === undefined) tokens.push({ kind: 'punctuation', text: token });
  }
}

/** Returns a variable's name as expressions match it: Automation Anywhere ignores its letter case. */
export function symbolKey(name: string): string {
  return name.toLowerCase();
}

/** `"Var"`: functions of migrated bots name the variable that they read as a text. */
const QUOTED = /^"([^"]+)"$/;

function mentions(tokens: readonly Token[]): readonly string[] {
  const keys = new Set<string>();
  tokens.forEach(({ kind, text }, index) => {
    if (kind === 'symbol') keys.add(symbolKey(text));
    const named = kind === 'string' && tokens[index - 1]?.text === '(' ? QUOTED.exec(text)?.[1] : undefined;
    if (named !== undefined) keys.add(symbolKey(named));
  });
  return [...keys];
}

const ONE_REFERENCE = /^\$[A-Za-z_@][\w-]*\$$/;

/** Returns the mention of a text that is one reference, as most are; otherwise undefined. */
function plainMentions(text: string): readonly string[] | undefined {
  return ONE_REFERENCE.test(text) ? [symbolKey(text.slice(1, -1))] : undefined;
}

/** Text without a dollar sign. */
export const plainSyntax: ExpressionSyntax = {
  language: 'a360',
  isPlain: true,
  tokens: (text) => [{ kind: 'string', text }],
  mentions: () => [],
  literal: ([token]) => token?.text,
};

/** Text with references: `Dear $sName$, row $tRows[1][2]$`, `file://$pFolder$`. `$$` stands for one dollar sign. */
export const textSyntax: ExpressionSyntax = {
  language: 'a360',
  tokens: textTokens,
  plainMentions,
  mentions,
  literal: (tokens) =>
    tokens.length === 0
      ? ''
      : tokens.length === 1 && tokens[0]!.kind === 'string'
        ? tokens[0]!.text
        : undefined,
};

/** Numbers and conditions: `$nRow$ + 1`. */
export const arithmeticSyntax: ExpressionSyntax = {
  language: 'a360',
  tokens: arithmeticTokens,
  mentions,
  literal: (tokens) =>
    tokens.length === 1 && (tokens[0]!.kind === 'number' || tokens[0]!.kind === 'name')
      ? tokens[0]!.text
      : undefined,
};

/** A credential of a locker as the default of a variable: neither a literal nor a variable. */
export const lockerSyntax: ExpressionSyntax = {
  language: 'a360',
  tokens: (text) => [{ kind: 'symbol', text }],
  mentions: () => [],
  literal: () => undefined,
};
