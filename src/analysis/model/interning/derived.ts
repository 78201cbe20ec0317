/** Memoization of facts about a rule's options or a workflow. */
import type { Workflow } from '../workflow.ts';
import { takePlace } from './memory.ts';

/** Memoizes a function of workflows. To be called while a module loads. */
export function derived<To extends {}>(make: (workflow: Workflow) => To): (workflow: Workflow) => To {
  const place = takePlace();
  return (workflow) => (workflow.memory[place] ??= make(workflow)) as To;
}

/** Memoizes a function of a list among a rule's options for as long as the list lives. */
export function derivedOfList<From extends readonly string[], To extends {}>(
  make: (list: From) => To,
): (list: From) => To {
  const known = new WeakMap<From, To>();
  return (list) => {
    let answer = known.get(list);
    if (answer === undefined) {
      answer = make(list);
      known.set(list, answer);
    }
    return answer;
  };
}
