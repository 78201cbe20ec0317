/** Results that are computed once a workflow. */
import { takePlace } from '../../model/interning/memory.ts';
import type { Workflow } from '../../model/workflow.ts';

/** Memoizes a function of workflows. To be called while a module loads. */
export function onceFor<To extends {}>(make: (workflow: Workflow) => To): (workflow: Workflow) => To {
  const place = takePlace();
  return (workflow) => (workflow.memory[place] ??= make(workflow)) as To;
}
