/** Uses of a symbol in an expression that mentions it. */
import type { Expr } from '../../model/expr.ts';

/** A function that a value goes through. */
export interface PassedCall {
  /** Whole dotted name as far as it is known, in lower case: `string.format`, `trim`. */
  readonly name: string;
  /** Place of the argument that holds the value; -1: the value is the object of the method. */
  readonly argument: number;
  readonly node: Expr;
}

/**
 * One place of an expression that mentions a symbol. `whole`: it is the value of the expression; `joined`: a part of its
 * text; `tested`: only compared, measured or converted to a truth value; `key`: only chooses an item.
 */
export interface ValueUse {
  readonly node: Expr;
  readonly position: 'whole' | 'joined' | 'tested' | 'key';
  /** Members and fixed keys that are read of it, the innermost first, in lower case; '' for a computed key. */
  readonly path: readonly string[];
  /** Functions and members that it goes through, the innermost first. */
  readonly calls: readonly PassedCall[];
  /** Text before it in the joined text, with `COMPUTED` for each piece that is computed; '' for a whole value. */
  readonly before: string;
  /** The same behind it. */
  readonly behind: string;
}
