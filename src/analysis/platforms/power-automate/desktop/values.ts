/** Reads the settings of Robin statements as properties, and their expressions into the draft. */
import type { Property, Value } from '../../../model/workflow.ts';
import type { Draft } from '../../draft.ts';
import { makeExpression } from '../../expression.ts';
import { formulaIn, robinSyntax } from './expressions.ts';
import { decodeText, type Lexeme } from './lexer.ts';
import { formulaPartsOf, partsOf } from './text-parts.ts';

/** Input and output of the functions in this folder. */
export interface RobinReader {
  readonly script: string;
  readonly draft: Draft;
}

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** Returns the index behind the tokens from `from` that `ends` does not end at the outermost level of brackets. */
export function outerEnd(
  tokens: readonly Lexeme[],
  from: number,
  ends: (token: Lexeme, index: number) => boolean,
): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (depth <= 0 && ends(token, at)) return at;
    if (token.kind !== 'punctuation') continue;
    if (OPENING.has(token.text)) depth += 1;
    else if (CLOSING.has(token.text)) depth -= 1;
  }
  return tokens.length;
}

/** Returns the fixed text of tokens: one text without computed parts, a number, `True`, `Module.Enumeration.Member`. */
function fixedText(tokens: readonly Lexeme[]): string | undefined {
  const [first] = tokens;
  if (first === undefined) return '';
  const formula = tokens.length === 1 ? formulaIn(first) : undefined;
  // A dotted name is a property there, and no member of an enumeration.
  if (formula !== undefined) return formula.length <= 2 ? fixedText(formula) : undefined;
  if (tokens.length === 1) {
    if (first.kind === 'text' || first.kind === 'formula') {
      if (!first.computed) return decodeText(first.text);
      const parts = first.kind === 'formula' ? formulaPartsOf(first.text) : partsOf(first.text);
      return parts.some((part) => part.computed) ? undefined : (parts[0]?.text ?? '');
    }
    if (first.kind === 'number' || /^(?:true|false)$/i.test(first.text)) return first.text;
    return undefined;
  }
  if (tokens.length === 2 && first.text === '-' && tokens[1]!.kind === 'number') return `-${tokens[1]!.text}`;
  // A dotted name of three parts or more is a member of an enumeration: properties of variables have two.
  const isPath = tokens.every((token, index) =>
    index % 2 === 0 ? token.kind === 'name' : token.text === '.',
  );
  return isPath && tokens.length >= 5 && /^[A-Z]/.test(first.text)
    ? tokens.map((token) => token.text).join('')
    : undefined;
}

/** Returns the value of tokens. An empty run has the place `at` and is an empty text. */
export function readScriptValue(
  { script, draft }: RobinReader,
  tokens: readonly Lexeme[],
  owner: number,
  name: string,
  at: number,
): Value {
  const place = { at: tokens[0]?.start ?? at, owner, name };
  const fixed = fixedText(tokens);
  if (fixed !== undefined) return { ...place, text: fixed, expression: undefined };
  const text = script.slice(tokens[0]!.start, tokens.at(-1)!.end);
  const expression = makeExpression(robinSyntax, text, place);
  draft.expressions.push(expression);
  return { ...place, text, expression };
}

/** Returns a setting that is read. */
export function readProperty(
  reader: RobinReader,
  tokens: readonly Lexeme[],
  owner: number,
  name: string,
  at: number,
): Property {
  return { ...readScriptValue(reader, tokens, owner, name, at), direction: 'in' };
}

/**
 * Returns a setting that names the variable which the activity writes. It computes nothing, so it is no expression of
 * the draft.
 */
export function writtenProperty(
  { script }: RobinReader,
  tokens: readonly Lexeme[],
  owner: number,
  name: string,
): Property {
  const place = { at: tokens[0]!.start, owner, name };
  const text = script.slice(tokens[0]!.start, tokens.at(-1)!.end);
  return { ...place, text, expression: makeExpression(robinSyntax, text, place), direction: 'out' };
}

/** Returns the index of the name of a setting or output at a token, or -1: `Name:`, `Name=>`, `@Name:`, `@'name':`. */
function settingAt(tokens: readonly Lexeme[], at: number): number {
  const name = tokens[at]?.text === '@' ? at + 1 : at;
  const kind = tokens[name]?.kind;
  if (kind !== 'name' && !(kind === 'text' && name > at)) return -1;
  const mark = tokens[name + 1]?.text;
  return mark === ':' || mark === '=>' ? name : -1;
}

/** Reads `Name: value Name=> variable …` from token `from`. */
export function readActionSettings(
  reader: RobinReader,
  tokens: readonly Lexeme[],
  from: number,
  owner: number,
  properties: Property[],
): void {
  for (let at = from; at < tokens.length; ) {
    const named = settingAt(tokens, at);
    if (named === -1) {
      at += 1;
      continue;
    }
    const token = tokens[named]!;
    const name = token.kind === 'text' ? decodeText(token.text) : token.text;
    const first = named + 2;
    const end = outerEnd(tokens, first, (_, index) => settingAt(tokens, index) !== -1);
    const value = tokens.slice(first, end);
    if (tokens[named + 1]!.text === ':')
      properties.push(readProperty(reader, value, owner, name, token.start));
    else if (value.length > 0) properties.push(writtenProperty(reader, value, owner, name));
    at = end;
  }
}
