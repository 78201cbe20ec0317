/** The normal form of a workflow: flat arrays in document order, linked by indexes. A platform builds it, rules read it. */
import type { Expr } from './expr.ts';
import type { Memory } from './interning/memory.ts';
import type { FileKind } from './kinds/file-kind.ts';
import type { Mentions } from './mentions.ts';
import type { NoteSubject } from './note-subject.ts';
import type { Drawing } from './outline/drawing.ts';
import type { VendorCopy } from './outline/vendor-copy.ts';
import type { Platform } from './platform.ts';
import type { UnreadKind } from './unread.ts';

/** A place in the file, for its `Source`. XML: `i >= 0` is element `i`, `i < 0` attribute `~i`; JSON: index of a value. */
export type Position = number;

/** Target of a finding: a place, and the activity that it belongs to (-1: the workflow as a whole). */
export interface Anchor {
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
}

/** Meaning of an activity, in words that hold on every platform. */
export type Role =
  | 'trigger'
  | 'page'
  | 'sequence'
  | 'branch'
  | 'loop'
  | 'try'
  | 'catch'
  | 'resume'
  | 'finally'
  | 'retry'
  | 'throw'
  | 'terminate'
  | 'assign'
  | 'invoke'
  | 'script'
  | 'shell'
  | 'http'
  | 'email'
  | 'message'
  | 'database'
  | 'file'
  | 'spreadsheet'
  | 'clipboard'
  | 'screenshot'
  | 'ui'
  | 'credential'
  | 'queue'
  | 'approval'
  | 'ai'
  | 'log'
  | 'delay'
  | 'respond'
  | 'comment'
  | 'other';

/** One step or container. `owner` is its own index, so that an activity is an anchor as it stands. */
export interface Activity extends Anchor {
  readonly index: number;
  /** Index of the container, or -1 at the top. */
  readonly parent: number;
  /** Part of the container, in the vendor's words: `Then`, `Body`, `cases.Berlin`; '' if there is only one. */
  readonly slot: string;
  /** The vendor's name for it: `InvokeWorkflowFile`, `OpenApiConnection`, `TaskBot/runTask`, `Decision`. */
  readonly type: string;
  readonly role: Role;
  /** The name that the author sees. */
  readonly name: string;
  /** The same name in the file, for a search that allocates no string without a match. */
  readonly rawName?: RawText | undefined;
  /** The file's own stable id of this element (IdRef, action key, uid, stageid), or '' when it has none. */
  readonly id: string;
  /** False when it or a container of it is switched off. */
  readonly enabled: boolean;
  /** False when no path of the flow leads to it. */
  readonly reachable: boolean;
  /** The line that the vendor's editor shows, where it shows one (A360). */
  readonly editorLine?: number | undefined;
  readonly properties: readonly Property[];
}

/** A range of a file's bytes in UTF-8 that is a text as it stands. */
export interface RawText {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** A text in which each `_` stands for a blank. */
  readonly hasBlanks?: boolean;
}

/** A literal text, or an expression, somewhere in the file. Its fields may be lazy getters: do not spread it. */
export interface Value extends Anchor {
  /** The decoded literal; for an expression, its source without the markers that make it one. */
  readonly text: string;
  /** Undefined for a literal. */
  readonly expression: Expression | undefined;
  /** The same text in the file, for a search that allocates no string without a match; an expression has it too. */
  readonly raw?: RawText | undefined;
  /** The number of the name, where it has one; see `name-facts.ts`. */
  readonly nameId?: number | undefined;
}

/** A named setting of an activity. Nested settings have dotted names: `inputs.authentication.password`. */
export interface Property extends Value {
  /** `out`: the activity writes the symbol that the expression names. */
  readonly direction: 'in' | 'out';
}

export type ExpressionLanguage =
  | 'visual-basic'
  | 'csharp'
  | 'workflow-definition'
  | 'a360'
  | 'blue-prism'
  | 'robin'
  | 'javascript'
  | 'power-fx';

/** A token of an expression. Comments and white space are not tokens; string tokens hold the decoded text. */
export interface Token {
  readonly kind: 'string' | 'name' | 'symbol' | 'number' | 'operator' | 'punctuation';
  readonly text: string;
}

/**
 * Source text that is computed at run time. `name` tokens are functions, members and keywords; `symbol` tokens are data
 * references by a mark of the language (`$x$`, `[Data Item]`); without marks every identifier is a `name` token.
 */
export interface Expression extends Anchor {
  readonly language: ExpressionLanguage;
  readonly text: string;
  readonly raw?: RawText | undefined;
  readonly tokens: readonly Token[];
  /** Keys of the symbols that it mentions; see `Variable.key`. */
  readonly mentions: readonly string[];
  /** The text when the whole expression is one string literal, else undefined. */
  readonly literal: string | undefined;
  /** Its tree, parsed on first use; positions are those of `text`. */
  readonly tree: Expr;
}

/** A declared data holder. `owner` is the activity whose scope it lives in (-1: the whole workflow). */
export interface Variable extends Anchor {
  /** The name as expressions of the language match it (lower-cased where the language ignores case). */
  readonly key: string;
  /** The vendor's type name without namespaces: `String`, `SecureString`, `CREDENTIAL`, `password`. */
  readonly type: string;
  /** True when the type itself protects the value. */
  readonly secure: boolean;
  readonly default: Value | undefined;
  /** False when a container of it is switched off. */
  readonly enabled: boolean;
  /** Further attributes in the vendor's words: `exposure:Environment`, `alwaysinit`, `ReadOnly`. */
  readonly modifiers?: readonly string[];
}

/** A variable that callers fill or read. */
export interface Argument extends Variable {
  readonly direction: 'in' | 'out' | 'in-out';
}

/** One activity starts another workflow, page, bot or desktop flow. */
export interface Call extends Anchor {
  /** Name of the callee in the file; undefined when it is computed at run time. */
  readonly target: string | undefined;
  /** Folder of the server where the callee is; absent if the file does not state it. */
  readonly folder?: string | undefined;
  readonly bindings: readonly Binding[];
}

export interface Binding {
  readonly name: string;
  readonly direction: 'in' | 'out' | 'in-out';
  readonly value: Value;
  /** Type that the caller assumes for the callee's argument; absent if the file does not state it. */
  readonly type?: string;
  readonly isBlank?: true;
}

/** Something beside workflows that a file needs or declares. */
export interface Reference extends Anchor {
  readonly kind: /** A workflow that the project starts with: its path. */
    | 'entry-point'
    /** A workflow that is registered as a test: its path; its kind is the detail. */
    | 'test-case'
    /** A package: its name; the version is the detail. */
    | 'dependency'
    /** A file that has to be there too: its path. */
    | 'file'
    /** A project of a solution: its path; its id is the detail. */
    | 'declared-project'
    /** A file or folder that a solution lists: its path. */
    | 'declared-path'
    /** A workflow, connection or environment variable that a solution declares. */
    | 'declared-workflow'
    | 'declared-connection'
    | 'declared-variable'
    /** A connection or environment variable that a flow uses. */
    | 'used-connection'
    | 'used-variable'
    /** A component that the solution itself lists as missing; the detail is its type, and the solution that has it. */
    | 'missing';
  readonly target: string;
  readonly detail: string;
}

/** A connector connection that the workflow uses. `name` is its key in the file. */
export interface Connection extends Anchor {
  /** The connector's api name: `shared_office365`. */
  readonly connector: string;
  /** True when it names a fixed connection instead of a reference that each environment fills. */
  readonly fixed: boolean;
}

/** An edge of the flow between two activities. `owner` is the activity that declares it. */
export interface Transition extends Anchor {
  readonly from: number;
  /** -1 when the target does not exist. */
  readonly to: number;
  /** The target as the file names it. */
  readonly target: string;
  /** Conditions of the edge, lower case: `succeeded`, `failed`, `skipped`, `timedout`; `true`, `false`; `next`. */
  readonly when: readonly string[];
}

/** Free text outside properties and defaults: annotations, comments, global code. */
export interface Note extends Anchor {
  readonly kind: 'annotation' | 'comment' | 'code';
  /** Absent: its owner. */
  readonly about?: NoteSubject | undefined;
  readonly text: string;
  readonly raw?: RawText | undefined;
  /** Code with its tree; absent without a parser for its language, and for every other note. */
  readonly code?: Expression | undefined;
}

/** A part of the file that could not be understood; its reason is one sentence. */
export interface Unread extends Anchor {
  readonly kind: UnreadKind;
  readonly reason: string;
}

/** Maps positions to places for people and programs. Used only for findings. */
export interface Source {
  /** 1-based; columns in UTF-16 code units, a byte-order mark not counted. */
  lineAndColumn(at: Position): { readonly line: number; readonly column: number };
  /** XPath by local names and indexes (XML) or JSON Pointer (JSON); in a script, that of its holder and `/script.robin#L12`; in C#, `/code.cs#L12`. */
  path(at: Position): string;
}

export interface Workflow {
  readonly platform: Platform;
  readonly kind: FileKind;
  /** Path inside the uploaded archive; '' when the upload is the file itself. */
  readonly file: string;
  /** The workflow's own name in the file, or the file's name without its ending. */
  readonly name: string;
  /** Identity of the artifact across versions, by the file's own ids where it has some. */
  readonly artifactKey: string;
  readonly language: ExpressionLanguage;
  /** Facts of the file as a whole under their vendor names: `bpversion`, `runmode`, `botCodeVersion`. */
  readonly settings: ReadonlyMap<string, string>;
  readonly activities: readonly Activity[];
  /** For each activity the indexes of the activities directly inside it, in document order. */
  readonly children: readonly (readonly number[])[];
  readonly variables: readonly Variable[];
  readonly arguments: readonly Argument[];
  readonly calls: readonly Call[];
  readonly connections: readonly Connection[];
  readonly transitions: readonly Transition[];
  /** First steps of flowcharts and state machines. */
  readonly starts: readonly number[];
  readonly expressions: readonly Expression[];
  /** Symbols that they mention, computed on first use. */
  readonly mentions: Mentions;
  readonly notes: readonly Note[];
  readonly references: readonly Reference[];
  readonly unread: readonly Unread[];
  /** Comparison with the vendor's objects; undefined when its name is not like one of theirs. */
  readonly vendorCopy: VendorCopy | undefined;
  /** Places of activities in the designer, where the file has some. */
  readonly drawing: Drawing | undefined;
  readonly source: Source;
  /** Memoised results about it; rules use it by `derived`. */
  readonly memory: Memory;
}
