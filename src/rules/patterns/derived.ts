/** What follows from a rule's options, a workflow or a name, found out once and not for every activity. */
import { ownText } from '../../model/own-text.ts';

/** A function of one object that remembers its answers for as long as the object lives. */
export function derived<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, { readonly value: To }>();
  return (from) => {
    let entry = known.get(from);
    if (entry === undefined) {
      entry = { value: make(from) };
      known.set(from, entry);
    }
    return entry.value;
  };
}

/** Names that are remembered. They come from files: a hostile one must not make a long-lived table grow. */
const NAMES_MAX = 5_000;
/** Longer ones do not come back. */
const NAME_LENGTH_MAX = 200;

/** A function of names that remembers its last answers: names come back, in a file and from file to file. */
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
