/**
 * Outline of a file: what the pictures of its workflows are drawn from. It has names and structure, never a value or an
 * expression. Columns, as they are a third of the size of rows.
 */

import type { FileKind } from '../kinds/file-kind.ts';
import type { Platform } from '../platform.ts';

/** Marks of a step, added up. */
export const STEP_FLAGS = {
  /** It or a container of it is switched off. */
  off: 1,
  /** No path of the flow leads to it. */
  unreachable: 2,
  /** It has steps that the outline lacks. */
  incomplete: 4,
  /** Its chart begins with it. */
  first: 8,
} as const;

/** Columns of the steps. `slot`, `type` and `role` are positions in `texts`; a parent stands before its children. */
export interface OutlineNodes {
  readonly parent: readonly number[];
  readonly slot: readonly number[];
  readonly type: readonly number[];
  readonly role: readonly number[];
  readonly name: readonly string[];
  readonly flags: readonly number[];
}

/** Steps that start something else: its name in the file, and where it is when it is in the same file, else -1. */
export interface OutlineCalls {
  readonly node: readonly number[];
  readonly target: readonly string[];
  /** Step of the same workflow: a page. */
  readonly page: readonly number[];
  /** Position of the workflow in the outline. */
  readonly workflow: readonly number[];
}

/** Rectangles of steps in the designer, by their upper left corners; only where the file has them. */
export interface OutlinePlaces {
  readonly node: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly w: readonly number[];
  readonly h: readonly number[];
}

/** Edges between steps. `when` is a position in `texts`: `true`, `failed`, `failed,timedout` …; `bends` are corners, x and y in turn. */
export interface OutlineEdges {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly when: readonly number[];
  readonly bends: readonly (readonly number[])[];
}

/** Places of findings: the strong fingerprint there, and the step, or -1 for the workflow as a whole. */
export interface OutlinePins {
  readonly print: readonly string[];
  readonly node: readonly number[];
  /** Steps that the data of each finding takes, from its source to the place; absent: no finding follows data. */
  readonly way?: readonly (readonly number[])[];
}

/** Everything of a workflow but its findings. */
export interface WorkflowShape {
  readonly name: string;
  /** Path in the archive; '' when the upload is the file itself. */
  readonly file: string;
  readonly platform: Platform;
  readonly kind: FileKind;
  /** Steps in the file. */
  readonly steps: number;
  readonly texts: readonly string[];
  readonly nodes: OutlineNodes;
  readonly calls: OutlineCalls;
  readonly places: OutlinePlaces;
  readonly edges: OutlineEdges;
}

export interface WorkflowOutline extends WorkflowShape {
  readonly pins: OutlinePins;
}

/** Outline of each workflow of a file. */
export interface FileOutline {
  readonly workflows: readonly WorkflowOutline[];
}

/** An outline as it is stored: compressed, under the hash of its content. */
export interface PackedOutline {
  /** SHA-256, hexadecimal. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A packed outline, or its id alone when it is stored already. */
export type OutlineReference = PackedOutline | { readonly id: string; readonly bytes: null };
