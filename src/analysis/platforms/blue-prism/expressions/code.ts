/** Program code of an object: its Code stages, and the global code that all of them share. */
import { type Dialect, scan } from '../../dot-net/lexer.ts';
import { parse } from '../../dot-net/tree/tree.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';

const NONE: readonly string[] = [];

/** Code mentions no data item: its variables are the inputs and outputs of its stage. */
const syntax = (dialect: Dialect): ExpressionSyntax => ({
  language: dialect,
  tokens: (text) => scan(text, dialect),
  plainMentions: () => NONE,
  findMentions(_bytes, _start, _end, found) {
    found.clear();
    return true;
  },
  mentions: () => NONE,
  mayBeLiteral: () => false,
  literal: () => undefined,
  tree: (text) => parse(text, dialect),
});

const VISUAL_BASIC = syntax('visual-basic');
const CSHARP = syntax('csharp');
/** By the language that an object names; the statements of J# are those of C#. */
const SYNTAXES: ReadonlyMap<string, ExpressionSyntax> = new Map([
  ['', VISUAL_BASIC],
  ['visualbasic', VISUAL_BASIC],
  ['csharp', CSHARP],
  ['jsharp', CSHARP],
]);

/** Returns the syntax of an object's code; undefined for a language without a parser, such as Python. */
export function codeSyntax(language: string): ExpressionSyntax | undefined {
  return SYNTAXES.get(language.toLowerCase());
}
