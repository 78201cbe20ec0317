/** Expressions that are lexed only when a rule asks for more than their text. */
import type { Expression, ExpressionLanguage, Position, Token } from '../model/workflow.ts';
import type { FoundKeys } from './found-keys.ts';

/** What a language knows about its expressions. All are total: no text makes them throw. */
export interface ExpressionSyntax {
  readonly language: ExpressionLanguage;
  /** Every text is one literal that mentions nothing, as the reader has seen by a look at it. */
  readonly isPlain?: boolean;
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

/** A class, because a large file has tens of thousands: with closures of its own for each, they cost more than reading the file. */
class LazyExpression implements Expression {
  readonly text: string;
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
  readonly #syntax: ExpressionSyntax;
  #tokens: readonly Token[] | undefined;
  #mentions: readonly string[] | undefined;

  constructor(syntax: ExpressionSyntax, text: string, at: Position, owner: number, name: string) {
    this.#syntax = syntax;
    this.text = text;
    this.at = at;
    this.owner = owner;
    this.name = name;
  }

  get language(): ExpressionLanguage {
    return this.#syntax.language;
  }

  get tokens(): readonly Token[] {
    return (this.#tokens ??= this.#syntax.tokens(this.text));
  }

  get mentions(): readonly string[] {
    this.#mentions ??=
      (this.#tokens === undefined ? this.#syntax.plainMentions?.(this.text) : undefined) ??
      this.#syntax.mentions(this.tokens);
    return this.#mentions;
  }

  get literal(): string | undefined {
    if (this.#tokens === undefined && this.#syntax.mayBeLiteral?.(this.text) === false) return undefined;
    return this.#syntax.literal(this.tokens);
  }
}

/** Makes an expression; tokens and mentions are computed once, on first use. */
export function makeExpression(
  syntax: ExpressionSyntax,
  text: string,
  place: { readonly at: Position; readonly owner: number; readonly name: string },
): Expression {
  return new LazyExpression(syntax, text, place.at, place.owner, place.name);
}
