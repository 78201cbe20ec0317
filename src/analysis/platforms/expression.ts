/** Expressions that are lexed only when a rule needs more than their text. */
import type { Expression, ExpressionLanguage, Position } from '../model/workflow.ts';
import { Analysis } from './expression-analysis.ts';
import type { ExpressionSyntax } from './expression-syntax.ts';

/** A class, because a large file has tens of thousands: with closures of its own for each, they cost more than reading the file. */
class LazyExpression extends Analysis implements Expression {
  readonly at: Position;
  readonly owner: number;
  readonly name: string;

  constructor(syntax: ExpressionSyntax, text: string, at: Position, owner: number, name: string) {
    super(syntax, text);
    this.at = at;
    this.owner = owner;
    this.name = name;
  }

  get language(): ExpressionLanguage {
    return this.syntax.language;
  }
}

/** Creates an expression; tokens and mentions are computed once, on first use. */
export function makeExpression(
  syntax: ExpressionSyntax,
  text: string,
  place: { readonly at: Position; readonly owner: number; readonly name: string },
): Expression {
  return new LazyExpression(syntax, text, place.at, place.owner, place.name);
}
