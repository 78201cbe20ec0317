/** What the reader of each expression language has to know. */
import type { ExpressionLanguage, Token } from '../model/workflow.ts';
import type { FoundKeys } from './found-keys.ts';

/** What a language knows about its expressions. All are total: no text makes them throw. */
export interface ExpressionSyntax {
  readonly language: ExpressionLanguage;
  /** Every text is one literal that mentions nothing, as the reader has seen by a look at it. */
  readonly isPlain?: boolean;
  /**
   * The text of an expression that the file writes without its marks; without this it is what stands there. `tokens` and
   * the others get what stands there.
   */
  marked?(text: string): string;
  /** Comments and white space dropped; unknown characters become punctuation. Linear in the text. */
  tokens(text: string): readonly Token[];
  /** What `mentions` would say, for texts in which that can be seen without tokens; undefined for others. */
  plainMentions?(text: string): readonly string[] | undefined;
  /** The same for a text in UTF-8 that stands in a file as it is; false when it cannot be seen. What was found before is forgotten. */
  findMentions?(bytes: Buffer, start: number, end: number, found: FoundKeys): boolean;
  /** Keys of the symbols that the tokens mention, without repeats. */
  mentions(tokens: readonly Token[]): readonly string[];
  /** False for texts of which a look shows that they are no literal, without tokens. */
  mayBeLiteral?(text: string): boolean;
  /** The text when the whole expression is one string literal. */
  literal(tokens: readonly Token[]): string | undefined;
}
