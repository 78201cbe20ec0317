/** Name of what a picture is made of. */
import { CALL_GRAPH, type WorkflowGraph } from '../../../src/picture/workflow-graph.ts';

/** Returns the name of one: a step, or a workflow in a call graph. */
export function nounOf({ workflow }: WorkflowGraph): 'step' | 'workflow' {
  return workflow.kind === CALL_GRAPH ? 'workflow' : 'step';
}
