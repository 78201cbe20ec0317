/**
 * Facts of a project across its files. `FileFacts` are plain data of one file, small enough to be sent between threads;
 * a `Project` is built from those of all files, and rules of the level `project` read it.
 */
import type { FlowFacts } from './data-flow/flow-facts.ts';
import type { FileKind } from './kinds/file-kind.ts';
import type { FixedText } from './navigate.ts';
import type { Platform } from './platform.ts';
import type { Spot } from './subjects/spot.ts';
import type { Anchor, Argument, ExpressionLanguage, Reference, Workflow } from './workflow.ts';

/** An argument that a callee declares. */
export interface ArgumentFacts {
  readonly name: string;
  readonly key: string;
  readonly direction: Argument['direction'];
  readonly type: string;
  readonly hasDefault: boolean;
  /** Some expression of the workflow mentions it, and can run. */
  readonly isUsed: boolean;
  /** The workflow tests it, or fills it itself, before it reads it: a caller may leave it out. */
  readonly isGuarded: boolean;
  /** Some expression does more with it than hand it on whole, as reading a member or an item. */
  readonly isOpened: boolean;
  /** The page that it belongs to, by index of its activity; -1: the workflow. */
  readonly page: number;
}

export interface BindingFacts {
  readonly name: string;
  readonly direction: Argument['direction'];
  /** '' if the file does not state it. */
  readonly type: string;
  /** It binds no value. */
  readonly isBlank?: true;
  /** Fixed text that it binds, where its type is not that of texts. */
  readonly fixed?: FixedText;
}

/** A range of activities: the first index, and the one behind the last. */
export type Range = readonly [first: number, end: number];

/** A call that can run. */
export interface CallFacts extends Spot {
  /** The vendor's type of the calling activity. */
  readonly type: string;
  /** The name of the calling activity. */
  readonly step: string;
  /** Undefined when it is computed at run time. */
  readonly target: string | undefined;
  /** Folder of the server where the callee is; absent if the file does not state it. */
  readonly folder?: string;
  /** The page that the call stands on, by index of its activity; -1: none. */
  readonly page: number;
  /** It has an end: an argument such as `depth + 1` goes along, or an item of a loop, as in a walk down a tree. */
  readonly isCounted: boolean;
  /** Its bindings are filled at run time: an absent one may be passed too. */
  readonly isOpen: boolean;
  readonly bindings: readonly BindingFacts[];
}

/** A part of a workflow that can be called by itself: a page of an object, a subflow. */
export interface PageFacts {
  /** Index of its activity. */
  readonly index: number;
  readonly id: string;
  readonly name: string;
}

export type ReferenceFacts = Spot & Pick<Reference, 'kind' | 'target' | 'detail'>;

/** A note about a workflow that a rule of the level `project` stores until all files are known. */
export interface Clue {
  readonly at: Anchor;
  /** Text for the rule's check; it may be cut. */
  readonly text?: string;
  /** Plain data for the rule's check: each text in it may be cut, and the data stays whole. */
  readonly data?: object;
}

export interface ClueFacts {
  readonly at: Spot;
  readonly text: string;
  readonly data?: object;
}

/** Facts about one workflow for the rules of a project. */
export interface WorkflowFacts {
  readonly platform: Platform;
  /** `unanalysed`: a file that is known and that no reader takes; the id of its kind is the setting `artefact`. */
  readonly kind: FileKind | 'unanalysed';
  readonly language: ExpressionLanguage;
  /** Path in the upload. */
  readonly file: string;
  readonly name: string;
  readonly artifactKey: string;
  /** Activities on pages of the vendor: calls to them resolve, and nothing is reported in them. */
  readonly vendor?: readonly Range[];
  /** Settings of a project file; of other files none. */
  readonly settings: Readonly<Record<string, string>>;
  /** The beginning of the workflow. */
  readonly start: Spot;
  readonly arguments: readonly ArgumentFacts[];
  readonly calls: readonly CallFacts[];
  readonly pages: readonly PageFacts[];
  readonly references: readonly ReferenceFacts[];
  /**
   * Ways of data through it, by the rule that has tables of its own; '': those of all other rules. Absent: there is none
   * between its ends.
   */
  readonly flows?: Readonly<Record<string, FlowFacts>>;
  /** By id of the rule that gathered them. */
  readonly clues: Readonly<Record<string, readonly ClueFacts[]>>;
}

/** Everything that one file adds to its project. */
export interface FileFacts {
  readonly workflows: readonly WorkflowFacts[];
  /** An archive, which is a project of its own: its workflows are judged there. */
  readonly isArchive?: true;
}

/** Target of a call. */
export type Callee =
  | { readonly status: 'found'; readonly workflow: WorkflowFacts; readonly page: number }
  /** The package is complete and does not have it. */
  | { readonly status: 'missing'; readonly what: string }
  /** Chosen at run time, outside the upload, or there without being a workflow that is read. */
  | { readonly status: 'unknown' };

/** A unit that a product deploys as a whole: a project folder, a solution, an export, a release. */
export interface Project {
  readonly platform: Platform;
  /** Its folder in the upload with a `/` at the end; '' is the upload itself. */
  readonly root: string;
  /** False for a file that was sent by itself. */
  readonly isWhole: boolean;
  /** Everything that it deploys must be there, as it has a manifest of its own: an absent file is missing. */
  readonly isComplete: boolean;
  readonly workflows: readonly WorkflowFacts[];
  calleeOf(workflow: WorkflowFacts, call: CallFacts): Callee;
  /** Returns whether the upload has a file, by its path below the root, in any letter case. */
  hasFile(path: string): boolean;
}

/** A clue with its workflow. */
export interface FoundClue extends ClueFacts {
  readonly in: WorkflowFacts;
}

/** Subject of a check of the level `project`. */
export interface ProjectSubject extends Project {
  /** Clues that this rule has gathered, in the order of the files. */
  readonly clues: readonly FoundClue[];
}

/** Yields the clues that a rule stores about a workflow. */
export type Gather = (workflow: Workflow) => Iterable<Clue>;
