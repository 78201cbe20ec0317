/** Expressions that are lexed only when a rule asks for more than their text. */
import type { Expression, ExpressionLanguage, Position, Token } from '../model/workflow.ts';

/** What a language knows about its expressions. All three are total: no text makes them throw. */
export interface ExpressionSyntax {
  readonly language: ExpressionLanguage;
  /** Comments and white space dropped; unknown characters become punctuation. Linear in the text. */
  tokens(text: string): readonly Token[];
  /** Keys of the symbols that the tokens mention, without repeats. */
  mentions(tokens: readonly Token[]): readonly string[];
  /** The text when the whole expression is one string literal. */
  literal(tokens: readonly Token[]): string | undefined;
}

/** Makes an expression; tokens, mentions and literal are computed once, on first use. */
export function makeExpression(
  syntax: ExpressionSyntax,
  text: string,
  place: { readonly at: Position; readonly owner: number; readonly name: string },
): Expression {
  let tokens: readonly Token[] | undefined;
  let mentions: readonly string[] | undefined;
  const lex = (): readonly Token[] => (tokens ??= syntax.tokens(text));
  return {
    language: syntax.language,
    text,
    ...place,
    get tokens() {
      return lex();
    },
    get mentions() {
      return (mentions ??= syntax.mentions(lex()));
    },
    get literal() {
      return syntax.literal(lex());
    },
  };
}
