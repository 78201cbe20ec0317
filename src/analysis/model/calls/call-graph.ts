/** Calls between the workflows of a project. */
import type { Platform } from '../platform.ts';
import type { Callee } from '../project.ts';

/** Workflow that calls another one, or is called. */
export interface GraphWorkflow {
  readonly name: string;
  /** Path in the upload. */
  readonly file: string;
  readonly platform: Platform;
}

/** All calls of one workflow to one target. */
export interface CallEdge {
  /** Position of the caller among the workflows. */
  readonly from: number;
  /** Position of the called one; -1: it is none of them. */
  readonly to: number;
  /** Name in the file of a target that was not found; '' where it is found, or chosen at run time. */
  readonly target: string;
  readonly status: Callee['status'];
  /** Number of steps that call. */
  readonly count: number;
  /** True: it leads back to where it comes from, and nothing limits how often. */
  readonly isCircular: boolean;
}

export interface CallGraph {
  readonly workflows: readonly GraphWorkflow[];
  /** In the order of their callers. */
  readonly calls: readonly CallEdge[];
  /** False: there are more calls. */
  readonly isComplete: boolean;
}
