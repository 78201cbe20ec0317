/** Memoization of facts about a rule's options, a workflow or a name. */
import { takePlace } from '../model/interning/memory.ts';
import { ownText } from '../model/interning/own-text.ts';
import type { Workflow } from '../model/workflow.ts';

/** Memoizes a function of workflows. */
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

/** Capacity of the cache. Names come from files: a hostile one must not make a long-lived table grow. */
const NAMES_MAX = 5_000;
/** Length of the longest name to cache; longer ones do not recur. */
const NAME_LENGTH_MAX = 200;

/** Caches the last results of a function of names, which recur in a file and from file to file. */
export function remembered<To extends boolean | string>(answer: (name: string) => To): (name: string) => To {
  const known = new Map<string, To>();
  return (name) => {
    if (name.length > NAME_LENGTH_MAX) return answer(name);
    let value = known.get(name);
    if (value === undefined) {
      value = answer(name);
      if (known.size >= NAMES_MAX) known.clear();
      known.set(ownText(name), value);
    }
    return value;
  };
}
