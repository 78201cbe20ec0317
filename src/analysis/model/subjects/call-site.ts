/** Calls in expressions, as rules see them. */
import type { Invocation } from '../expr.ts';
import type { Expression } from '../workflow.ts';

/** A call, or the creation of an object, with the expression that holds it. */
export interface CallSite {
  readonly call: Invocation;
  readonly at: Expression;
}
