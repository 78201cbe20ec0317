/** Trees of expressions: one shape for all languages, so that a rule can look at what is called, and with what. */

/** Range of a node in the text of its expression, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Node of an expression. A damaged part is `unparsed`, and the parts around it stand. */
export type Expr = Span &
  (
    | LiteralExpr
    | ReferenceExpr
    | MemberExpr
    | IndexExpr
    | CallExpr
    | NewExpr
    | UnaryExpr
    | BinaryExpr
    | ConditionalExpr
    | InterpolationExpr
    | ListExpr
    | LambdaExpr
    | UnparsedExpr
  );

/** A constant. Numbers and dates keep their source as their value, as only their text matters. */
export interface LiteralExpr {
  readonly kind: 'literal';
  readonly type: 'text' | 'character' | 'number' | 'boolean' | 'date' | 'nothing';
  /** Decoded text of a text or character, else the source in the language's spelling. */
  readonly value: string;
}

/** A name that stands alone: a variable, type, namespace, or function without its call. */
export interface ReferenceExpr {
  readonly kind: 'reference';
  /** As the file writes it, without the language's marks (`$x$`, `[x]`, `%x%`). */
  readonly name: string;
  /** True if the language marks it as data; such a name is never a function or type. */
  readonly isMarked: boolean;
}

export interface MemberExpr {
  readonly kind: 'member';
  /** Null for the object of the surrounding `With` block or initializer. */
  readonly object: Expr | null;
  readonly name: string;
  /** True for `?.`, which gives nothing where the object is nothing. */
  readonly isOptional: boolean;
}

/** Element of a list or table. Visual Basic writes `a(1)` for it too, which is a call here. */
export interface IndexExpr {
  readonly kind: 'index';
  readonly object: Expr;
  readonly args: readonly CallArgument[];
  readonly isOptional: boolean;
}

export interface CallExpr {
  readonly kind: 'call';
  readonly callee: Expr;
  readonly args: readonly CallArgument[];
}

/** Argument of a call; a member that an initializer sets has the member's name. */
export interface CallArgument {
  /** Name in a named argument, else undefined. */
  readonly name: string | undefined;
  readonly value: Expr;
}

export interface NewExpr {
  readonly kind: 'new';
  /** Name of the type with namespaces and type arguments, with white space only between words; '' for none. */
  readonly type: string;
  readonly args: readonly CallArgument[];
  /** Members that an initializer sets, or items that it lists. */
  readonly members: readonly CallArgument[];
}

/** A call of a function or method, or the creation of an object. */
export type Invocation = Extract<Expr, { kind: 'call' | 'new' }>;

export interface UnaryExpr {
  readonly kind: 'unary';
  /** In lower case. A cast is `cast`; `type` has its type. */
  readonly operator: string;
  readonly operand: Expr;
  readonly type?: string;
}

export interface BinaryExpr {
  readonly kind: 'binary';
  /** In lower case, in the language's spelling: `&`, `+`, `andalso`, `&&`. */
  readonly operator: string;
  readonly left: Expr;
  readonly right: Expr;
}

export interface ConditionalExpr {
  readonly kind: 'conditional';
  readonly test: Expr;
  readonly whenTrue: Expr;
  readonly whenFalse: Expr;
}

/** Text with holes; a fixed piece is a `literal`. */
export interface InterpolationExpr {
  readonly kind: 'interpolation';
  readonly parts: readonly Expr[];
}

/** List or set of values in place: `{1, 2}`, `createArray(…)` is a call. */
export interface ListExpr {
  readonly kind: 'list';
  readonly items: readonly Expr[];
}

export interface LambdaExpr {
  readonly kind: 'lambda';
  readonly parameters: readonly string[];
  /** Result; `unparsed` for a body of statements. */
  readonly body: Expr;
}

/** A part that the parser does not understand, or that lies beyond its limits; also a body of statements. */
export interface UnparsedExpr {
  readonly kind: 'unparsed';
  /** Its parts that were read, in order: the statements of code, the sound arguments round a damaged one. */
  readonly parts?: readonly Expr[];
}

/**
 * Most nodes of one expression or statement, and most brackets and operands in each other; what lies beyond is
 * `unparsed`. A chain such as `a & b & c` is as deep on its left side as it is long: see `semantics/visit.ts`.
 */
export const EXPR_LIMITS = { nodesMax: 10_000, depthMax: 200 } as const;
