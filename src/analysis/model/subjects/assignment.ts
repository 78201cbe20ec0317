/** Assignments: the places of a workflow where a name gets a value, in one shape for all of them. */
import type { Expr } from '../expr.ts';
import type { Value } from '../workflow.ts';

/** Ways in which names get their values. */
export type AssignmentKind =
  /** A setting of an activity. */
  | 'setting'
  /** An argument of a called workflow. */
  | 'argument'
  /** An activity writes a variable, or an output of that name. */
  | 'variable'
  /** A variable or argument starts with it. */
  | 'default'
  /** A field of a table's row. */
  | 'cell'
  /** A header of a request. */
  | 'header'
  /** A field of a form, query or list of names with values. */
  | 'field'
  /** A member of an object in JSON. */
  | 'json'
  /** An element of XML. */
  | 'xml'
  /** A switch of a command line. */
  | 'switch'
  /** A member, entry or named argument in code. */
  | 'code';

/** A name that gets a value. Its text may be a lazy getter: do not spread it. */
export interface Assignment {
  /** The name itself: `password` of `inputs.body.password`. */
  readonly name: string;
  readonly via: AssignmentKind;
  /** The setting or default that holds the value. */
  readonly at: Value;
  /** True if the value is a part of that setting, such as a member of its JSON. */
  readonly isPart: boolean;
  /** The value where it is a literal text in the file; undefined when it is computed. */
  readonly text: string | undefined;
  /** The tree of what computes the value, where the file has one. */
  readonly tree: Expr | undefined;
}
