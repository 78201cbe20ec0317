/** Outline of a whole file: of each of its workflows. */
import type { FileOutline } from '../model/outline/file-outline.ts';
import type { Workflow } from '../model/workflow.ts';
import { outlinedWorkflows } from './agent-card.ts';
import { findCalledIn } from './find-called.ts';
import { outlineOf, type Pin } from './outline-of.ts';
import { shareOfSteps } from './step-selection.ts';

/** A place of a finding in one of the workflows. */
export interface FilePin extends Pin {
  readonly workflow: Workflow;
}

const NO_PINS: readonly Pin[] = [];

/** Returns the outline of a file. @param pins of its findings, the most severe first */
export function fileOutline(workflows: readonly Workflow[], pins: readonly FilePin[]): FileOutline {
  const findCalled = findCalledIn(workflows);
  const drawn = outlinedWorkflows(workflows);
  const shares = shareOfSteps(drawn.map(({ activities }) => activities.length));
  const pinsOf = Map.groupBy(pins, ({ workflow }) => workflow);
  return {
    workflows: workflows.map((workflow, index) =>
      outlineOf(drawn[index]!, pinsOf.get(workflow) ?? NO_PINS, { findCalled, stepsMax: shares[index]! }),
    ),
  };
}
