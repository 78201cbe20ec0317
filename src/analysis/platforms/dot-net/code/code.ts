/** Shape of a C# file: its types, their members, and the statements of methods. Values are ranges of the text. */
import type { Cursor } from '../tree/cursor.ts';

/** Range of the text in UTF-16 units, without comments and blanks at its ends. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Range of tokens: the first index, and the one behind the last. */
export interface CodeSpan extends TextRange {
  readonly from: number;
  readonly to: number;
}

/** A name where it is declared. */
export interface CodeName {
  readonly text: string;
  readonly at: number;
}

/** A file: its types, and the tokens that spans count. */
export interface CodeFile {
  readonly cursor: Cursor;
  readonly types: readonly TypeDeclaration[];
}

/** A class, record, structure or interface. */
export interface TypeDeclaration {
  readonly name: CodeName;
  /** Types that it is derived from, as the file writes them. */
  readonly bases: readonly string[];
  readonly attributes: readonly CodeAttribute[];
  readonly fields: readonly Field[];
  readonly methods: readonly CodeMethod[];
}

/** `[TestCase]`, `[Workflow(…)]`. */
export interface CodeAttribute {
  readonly name: string;
  readonly at: number;
}

/** A field, constant or property with a value. */
export interface Field {
  readonly name: CodeName;
  readonly type: string;
  readonly isConstant: boolean;
  readonly value: CodeSpan | undefined;
}

/** A method, constructor, accessor or local function with a body. */
export interface CodeMethod {
  readonly name: CodeName;
  readonly attributes: readonly CodeAttribute[];
  /** Type of the result as the file writes it; '' for a constructor or accessor. */
  readonly returns: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly CodeStatement[];
}

/** A parameter. */
export interface Parameter {
  readonly name: CodeName;
  readonly type: string;
  readonly direction: 'in' | 'out' | 'in-out';
  readonly value: CodeSpan | undefined;
}

/** A variable that a statement declares. */
export interface Local {
  readonly name: CodeName;
  readonly type: string;
  readonly value: CodeSpan | undefined;
}

/** Handler of an exception. */
export interface Handler extends TextRange {
  /** '' for one of all exceptions. */
  readonly type: string;
  readonly variable: CodeName | undefined;
  readonly filter: CodeSpan | undefined;
  readonly body: readonly CodeStatement[];
}

/** A branch with its condition; that of `else` and `default` has none. */
export interface Branch {
  readonly label: CodeSpan | undefined;
  readonly body: readonly CodeStatement[];
}

export type CodeStatement = TextRange &
  (
    | { readonly kind: 'value'; readonly value: CodeSpan }
    | { readonly kind: 'declaration'; readonly locals: readonly Local[]; readonly isConstant: boolean }
    | { readonly kind: 'block'; readonly word: string; readonly body: readonly CodeStatement[] }
    | { readonly kind: 'if'; readonly branches: readonly Branch[] }
    | { readonly kind: 'switch'; readonly value: CodeSpan | undefined; readonly branches: readonly Branch[] }
    | LoopStatement
    | TryStatement
    | { readonly kind: 'return' | 'throw'; readonly value: CodeSpan | undefined }
    | { readonly kind: 'jump'; readonly word: 'break' | 'continue' | 'goto' }
    | { readonly kind: 'function'; readonly method: CodeMethod }
  );

export interface LoopStatement {
  readonly kind: 'loop';
  readonly word: 'while' | 'do' | 'for' | 'foreach';
  /** Statements before the first turn of `for`. */
  readonly before: readonly CodeStatement[];
  /** Condition; the list of `foreach`. */
  readonly test: CodeSpan | undefined;
  readonly item: Local | undefined;
  /** Statements behind each turn of `for`. */
  readonly after: CodeSpan | undefined;
  readonly body: readonly CodeStatement[];
}

export interface TryStatement {
  readonly kind: 'try';
  readonly body: readonly CodeStatement[];
  readonly handlers: readonly Handler[];
  readonly last: readonly CodeStatement[] | undefined;
}
