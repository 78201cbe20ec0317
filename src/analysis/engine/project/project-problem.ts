/** A problem that a rule across files has found. */
import type { WorkflowFacts } from '../../model/project.ts';
import type { RuleProblem } from '../run-rules.ts';

/** A problem with its workflow. */
export interface ProjectProblem extends RuleProblem {
  readonly in: WorkflowFacts;
  /** Root of the project of the problem. */
  readonly scope: string;
}
