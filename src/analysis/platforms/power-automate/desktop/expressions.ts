/**
 * Expressions of Robin: their tokens, and the variables that they mention.
 *
 * A text `$'''a %x% b'''` is read as the join that it stands for: `'a ' & (x) & ' b'`; `%%` in it is a percent sign.
 * With Power Fx it is `$fx'a ${x} b'`, and `$fx'=x + 1'` is the expression behind the sign.
 * Mentions are names of variables in lower case, because the designer ignores case. A name before `(` is a function,
 * one behind a dot a property; neither is mentioned.
 */
import type { Token } from '../../../model/workflow.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';
import { decodeText, type Lexeme, lexRobin } from './lexer.ts';
import { formulaPartsOf, partsOf } from './text-parts.ts';
import { robinTree } from './tree.ts';

const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'mod', 'true', 'false', 'in']);
const JOIN: Token = { kind: 'operator', text: '&' };
const OPEN: Token = { kind: 'punctuation', text: '(' };
const CLOSE: Token = { kind: 'punctuation', text: ')' };

/** Returns the key of a variable. */
export const robinKey = (name: string): string => name.toLowerCase();

/** Returns the tokens behind the sign of a text that is a formula as a whole; undefined when it is none. */
export function formulaIn({ kind, text }: Lexeme): readonly Lexeme[] | undefined {
  return kind === 'formula' && text.startsWith('=') ? lexRobin(decodeText(text.slice(1))) : undefined;
}

function pushText(lexeme: Lexeme, tokens: Token[]): void {
  const formula = formulaIn(lexeme);
  if (formula !== undefined) {
    for (const inner of formula) pushToken(inner, tokens);
    return;
  }
  const { kind, text, computed } = lexeme;
  const fixed = [{ text: decodeText(text), computed: false }];
  const parts = !computed ? fixed : kind === 'formula' ? formulaPartsOf(text) : partsOf(text);
  // The first part stays even when it is empty: it makes the join one of texts.
  if (parts[0]?.computed !== false) tokens.push({ kind: 'string', text: '' });
  parts.forEach((part, index) => {
    if (index > 0 || part.computed) tokens.push(JOIN);
    if (!part.computed) tokens.push({ kind: 'string', text: part.text });
    else {
      tokens.push(OPEN);
      // Texts inside an embedded expression are plain: percent signs do not nest.
      for (const inner of lexRobin(part.text)) pushToken(inner, tokens);
      tokens.push(CLOSE);
    }
  });
}

function pushToken({ kind, text }: Lexeme, tokens: Token[]): void {
  if (kind === 'text') tokens.push({ kind: 'string', text: decodeText(text) });
  // The operator that joins texts in Power Fx; elsewhere the sign means nothing.
  else if (text === '&') tokens.push(JOIN);
  else if (kind === 'name' || kind === 'number' || kind === 'operator' || kind === 'punctuation')
    tokens.push({ kind, text });
}

function tokens(source: string): readonly Token[] {
  const found: Token[] = [];
  for (const lexeme of lexRobin(source)) {
    if (lexeme.computed) pushText(lexeme, found);
    else pushToken(lexeme, found);
  }
  return found;
}

function mentions(all: readonly Token[]): readonly string[] {
  const found = new Set<string>();
  all.forEach(({ kind, text }, at) => {
    if (kind !== 'name' || all[at + 1]?.text === '(') return;
    const before = all[at - 1];
    if (before?.kind === 'punctuation' && before.text === '.') return;
    const key = robinKey(text);
    if (!WORDS.has(key)) found.add(key);
  });
  return [...found];
}

const isMark = ({ text }: Token): boolean => text === '&' || text === '(' || text === ')';

/** Syntax of the values of settings, conditions and assignments. */
export const robinSyntax: ExpressionSyntax = {
  language: 'robin',
  tokens,
  tree: robinTree,
  mentions,
  literal: (all) =>
    all.some(({ kind }) => kind === 'string') &&
    all.every((token) => token.kind === 'string' || isMark(token))
      ? all.map((token) => (token.kind === 'string' ? token.text : '')).join('')
      : undefined,
};
