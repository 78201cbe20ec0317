/** Syntax of an expression language, as its reader implements it. */
import type { Expr } from '../model/expr.ts';
import type { ExpressionLanguage, Token } from '../model/workflow.ts';
import type { FoundKeys } from './found-keys.ts';

/** Operations on expressions of one language. All are total: no text makes them throw. */
export interface ExpressionSyntax {
  readonly language: ExpressionLanguage;
  /** Every text is one literal that mentions nothing; the reader has checked that. */
  readonly isPlain?: boolean;
  /**
   * Returns the text of an expression that the file writes without its marks; absent: the file's text. `tokens` and the
   * others get the file's text.
   */
  marked?(text: string): string;
  /** Comments and white space dropped; unknown characters become punctuation. Linear in the text. */
  tokens(text: string): readonly Token[];
  /** Returns the result of `mentions` for texts that show it without tokens; undefined for others. */
  plainMentions?(text: string): readonly string[] | undefined;
  /**
   * Does the same for a text in UTF-8 that stands in a file as it is; false when only the tokens show it. Clears
   * earlier results.
   */
  findMentions?(bytes: Buffer, start: number, end: number, found: FoundKeys): boolean;
  /** Keys of the symbols that the tokens mention, without repeats. */
  mentions(tokens: readonly Token[]): readonly string[];
  /** Returns false for texts that are evidently no literal, without tokens. */
  mayBeLiteral?(text: string): boolean;
  /** Returns the text if the whole expression is one string literal. */
  literal(tokens: readonly Token[]): string | undefined;
  /** Parses a text; damaged parts and what exceeds `EXPR_LIMITS` are `unparsed`. Linear in the text. */
  tree?(text: string): Expr;
}
