/** Memoization of facts about a rule's options or a workflow. */
import type { Workflow } from '../workflow.ts';
import { takePlace } from './memory.ts';

/** Memoizes a function of workflows. To be called while a module loads. */
export function derived<To extends {}>(make: (workflow: Workflow) => To): (workflow: Workflow) => To {
  const place = takePlace();
  return (workflow) => (workflow.memory[place] ??= make(workflow)) as To;
}

/** Memoizes a function of a list for as long as the list lives. */
export function derivedOfList<To extends {}, Item = string>(
  make: (list: readonly Item[]) => To,
): (list: readonly Item[]) => To {
  const known = new WeakMap<readonly Item[], To>();
  return (list) => {
    let answer = known.get(list);
    if (answer === undefined) {
      answer = make(list);
      known.set(list, answer);
    }
    return answer;
  };
}
