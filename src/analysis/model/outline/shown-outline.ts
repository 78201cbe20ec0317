/** Outlines with the findings of a run at their places. */
import type { Summary } from '../report.ts';
import type { Severity } from '../rule.ts';
import type { WorkflowShape } from './file-outline.ts';

/** A finding at a step of a workflow, or at -1: the workflow as a whole. */
export interface ShownPin {
  readonly findingId: string;
  readonly node: number;
  readonly severity: Severity;
  readonly waived: boolean;
  /** Change since the run before; null: nothing, or there is none. */
  readonly change: PinChange | null;
  /** Steps that its data takes, from the source to the place; empty for a finding that follows no data. */
  readonly way: readonly number[];
}

export type PinChange = 'new' | 'severity_changed' | 'waiver_changed';

/** A workflow with its findings, ready to be drawn. */
export interface ShownWorkflow extends WorkflowShape {
  readonly pins: readonly ShownPin[];
}

/** Entry of the list of a file's workflows. */
export interface WorkflowEntry extends Pick<WorkflowShape, 'name' | 'file' | 'kind' | 'steps'> {
  readonly summary: Summary;
}

/** One workflow of a file, and the list of all. */
export interface ShownOutline {
  readonly workflows: readonly WorkflowEntry[];
  /** Position of the workflow in the list. */
  readonly index: number;
  readonly workflow: ShownWorkflow;
}
