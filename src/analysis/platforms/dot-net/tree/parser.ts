/** Functions of the parser that its parts call in circles. */
import type { CallArgument, Expr } from '../../../model/expr.ts';
import type { Cursor } from './cursor.ts';

export interface Parser {
  readonly cursor: Cursor;
  /** Reads an expression of operators from a level on; absent: any. It may read nothing. */
  expression(level?: number): Expr;
  /** Reads what stands before a comma or closing bracket, damaged or not. */
  item(): Expr;
  /** Reads arguments up to a closing bracket, and that one. */
  args(close: ')' | ']' | '}'): CallArgument[];
  /** Reads statements up to a closing bracket outside or an end that the caller knows. */
  statements(isEnd: () => boolean): Expr;
}
