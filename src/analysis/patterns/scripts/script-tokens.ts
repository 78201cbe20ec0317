/**
 * Tokens of a script that a workflow holds as text: strings and names without comments. PowerShell, batch, JavaScript,
 * VBScript and Python have no parser here, and a file seldom says which of them a text is; so this is the one scan of
 * code that no tree stands for.
 */
import type { Token } from '../../model/workflow.ts';
import { compactCode } from '../code/compact-code.ts';

/** Way of comments and texts: that of Visual Basic with VBScript, of Python, or of all others. */
export type ScriptLanguage = 'visualbasic' | 'csharp' | 'python';

/** Tokens of one text; more would not fit in memory. Above the limit the rule fails, and so blocks. */
const TOKENS_MAX = 1_000_000;

const LETTER = /[\p{L}_]/u;
const NAME_PART = /[\p{L}\p{N}_]/u;
const SPACE = /\s/;

/**
 * Builds a lookup table of the ASCII characters that fit a pattern: code is nearly all ASCII, and a lookup is faster
 * than a test.
 */
const asciiTable = (pattern: RegExp): readonly boolean[] =>
  Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
const ASCII_NAME_PART = asciiTable(NAME_PART);
const ASCII_SPACE = asciiTable(SPACE);
const ASCII_LETTER = asciiTable(LETTER);
/**
 * Tokens of single signs by character code, shared to save allocations; signs of two characters are cut from the code.
 */
const SIGNS: readonly Token[] = Array.from({ length: 128 }, (_, code): Token => {
  const text = String.fromCharCode(code);
  return { kind: '&+=<>*/^|-'.includes(text) ? 'operator' : 'punctuation', text };
});
const PAIRS: Readonly<Record<string, Token>> = {
  '&': { kind: 'operator', text: '&=' },
  '+': { kind: 'operator', text: '+=' },
};
/** First characters of comments and texts in any of the languages. */
const BEGINS_MORE = asciiTable(/["'/#$@fF]/);

function isNamePart(code: string, at: number): boolean {
  return ASCII_NAME_PART[code.charCodeAt(at)] ?? NAME_PART.test(code[at]!);
}
function isSpace(code: string, at: number): boolean {
  return ASCII_SPACE[code.charCodeAt(at)] ?? SPACE.test(code[at]!);
}

const EQUALS = 61;
const BACKSLASH = 92;
const OPEN_BRACE = 123;

/** Spelling of a text in the code. */
interface StringForm {
  readonly quote: string;
  /** True if `""` inside means one quotation mark; otherwise a backslash escapes. */
  readonly doubled: boolean;
  /** True if `{name}` inside is computed. */
  readonly interpolated: boolean;
  /** Offset of the first character inside. */
  readonly start: number;
}

/** Returns the offset behind a comment that starts at `at`, or `at` when none does. */
function commentEnd(code: string, at: number, language: ScriptLanguage): number {
  const char = code[at];
  if (language === 'csharp' && char === '/' && code[at + 1] === '*') {
    const close = code.indexOf('*/', at + 2);
    return close === -1 ? code.length : close + 2;
  }
  const isComment =
    (language === 'visualbasic' && char === "'") ||
    (language === 'csharp' && char === '/' && code[at + 1] === '/') ||
    (language === 'python' && char === '#');
  if (!isComment) return at;
  return lineEnd(code, at);
}

function stringForm(code: string, at: number, language: ScriptLanguage): StringForm | undefined {
  let start = at;
  let interpolated = false;
  let doubled = language === 'visualbasic';
  for (; start < at + 2; start += 1) {
    const char = code[start];
    if (language !== 'python' && char === '$') interpolated = true;
    else if (language === 'python' && (char === 'f' || char === 'F')) interpolated = true;
    else if (language === 'csharp' && char === '@') doubled = true;
    else break;
  }
  const quote = code[start];
  if (quote !== '"' && !(quote === "'" && language !== 'visualbasic')) return undefined;
  const triple = language === 'python' && code.startsWith(quote.repeat(3), start);
  return { quote: triple ? quote.repeat(3) : quote, doubled, interpolated, start: start + (triple ? 3 : 1) };
}

/** Returns the offset behind the characters that stand for themselves in a string. */
function plainEnd(code: string, from: number, quote: string, interpolated: boolean): number {
  const mark = quote.charCodeAt(0);
  let at = from;
  for (; at < code.length; at += 1) {
    const next = code.charCodeAt(at);
    if (next === mark || next === BACKSLASH || (interpolated && next === OPEN_BRACE)) break;
  }
  return at;
}

/**
 * Reads a string up to its closing quotation mark and adds it; computed parts become names between joins. `lastClose`
 * is the last `}` of the code, so that many `{` without an end do not cost many searches.
 */
function readString(
  code: string,
  { quote, doubled, interpolated, start }: StringForm,
  tokens: Token[],
  lastClose: number,
): number {
  let text = '';
  let at = start;
  while (at < code.length && !code.startsWith(quote, at)) {
    const char = code[at]!;
    if (!doubled && char === '\\') {
      text += code[at + 1] ?? '';
      at += 2;
      continue;
    }
    const opens = interpolated && char === '{' && at < lastClose && code[at + 1] !== '{';
    const close = opens ? code.indexOf('}', at) : -1;
    if (close === -1) {
      const end = plainEnd(code, at + 1, quote, interpolated);
      text += code.slice(at, end);
      at = end;
    } else {
      tokens.push({ kind: 'string', text }, { kind: 'operator', text: '&' });
      tokens.push({ kind: 'name', text: code.slice(at + 1, close) }, { kind: 'operator', text: '&' });
      text = '';
      at = close + 1;
    }
    if (doubled && code.startsWith(quote + quote, at)) {
      text += quote;
      at += 2;
    }
  }
  tokens.push({ kind: 'string', text });
  return at + quote.length;
}

function signAt(code: string, at: number): Token {
  const sign = SIGNS[code.charCodeAt(at)] ?? { kind: 'punctuation', text: code[at]! };
  return (code.charCodeAt(at + 1) === EQUALS ? PAIRS[sign.text] : undefined) ?? sign;
}

/** Ends each statement of Visual Basic, which a line end closes. */
const LINE_END: Token = { kind: 'punctuation', text: '\n' };
/** Tokens behind which a statement of Visual Basic continues in the next line. */
const CONTINUES = new Set([
  ...[',', '(', '{', '.', '=', '+', '-', '*', '/', '\\', '&', '^', '<', '>', '&=', '+='],
  ...['and', 'andalso', 'or', 'orelse', 'xor', 'not', 'is', 'isnot', 'in', 'like', 'mod', 'from'],
]);

/** Closes the statement that ends with the line, unless `_` or an operator at the end continues it. */
function endLine(tokens: Token[]): void {
  const last = tokens.at(-1);
  if (last === undefined || last === LINE_END) return;
  if (last.kind === 'name' && last.text === '_') tokens.pop();
  else if (last.kind === 'string' || !CONTINUES.has(last.text.toLowerCase())) tokens.push(LINE_END);
}

/** Returns whether a name at the end of the tokens begins a comment: `REM` where a statement may begin. */
function isRemark(tokens: readonly Token[], name: string): boolean {
  if (name.length !== 3 || name.toLowerCase() !== 'rem') return false;
  const before = tokens.at(-1);
  return (
    before === undefined || before === LINE_END || (before.kind === 'punctuation' && before.text === ':')
  );
}

function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end === -1 ? code.length : end;
}

/**
 * Reads the tokens of a script. Strings are decoded, comments and white space dropped; a line feed ends a statement of
 * Visual Basic. Linear in the script.
 */
export function scriptTokens(
  code: string,
  language: ScriptLanguage = likelyLanguage(code),
): readonly Token[] {
  const tokens: Token[] = [];
  const hasLines = language === 'visualbasic';
  let lastClose: number | undefined;
  let at = 0;
  while (at < code.length) {
    if (tokens.length > TOKENS_MAX) throw new RangeError(`The code has more than ${TOKENS_MAX} tokens.`);
    if (isSpace(code, at)) {
      if (hasLines && code[at] === '\n') endLine(tokens);
      at += 1;
      continue;
    }
    if (BEGINS_MORE[code.charCodeAt(at)] === true) {
      const behindComment = commentEnd(code, at, language);
      if (behindComment > at) {
        at = behindComment;
        continue;
      }
      const form = stringForm(code, at, language);
      if (form !== undefined) {
        lastClose ??= code.lastIndexOf('}');
        at = readString(code, form, tokens, lastClose);
        continue;
      }
    }
    if (isNamePart(code, at)) {
      let end = at + 1;
      while (end < code.length && isNamePart(code, end)) end += 1;
      const isName = ASCII_LETTER[code.charCodeAt(at)] ?? LETTER.test(code[at]!);
      const text = code.slice(at, end);
      const isComment = hasLines && isRemark(tokens, text);
      if (!isComment) tokens.push({ kind: isName ? 'name' : 'number', text });
      at = isComment ? lineEnd(code, end) : end;
    } else {
      const sign = signAt(code, at);
      tokens.push(sign);
      at += sign.text.length;
    }
  }
  return tokens;
}

/** Returns a script without its comments, in the compact form of code. */
export function compactScript(script: string): string {
  return compactCode(scriptTokens(script));
}

/** Guesses the language of a script from words that only Visual Basic has. */
export function likelyLanguage(code: string): ScriptLanguage {
  return /\b(?:Dim|End Sub|End If|End Function)\b/i.test(code) ? 'visualbasic' : 'csharp';
}
