/** What follows from the name of a setting, kept beside the name where that is one object for all files of a thread. */
import { ownText } from './own-text.ts';

/** Answers about one name, each at the place of the question. */
export type NameFacts = unknown[];

/** A name, and what is known of it where it comes from file to file. */
export interface Named {
  readonly name: string;
  readonly nameFacts?: NameFacts | undefined;
}

/** Questions that have a place beside names; later ones look their answers up by the name. */
const PLACES_MAX = 64;
/** Names without facts that are remembered. They come from files: a hostile one must not make a long-lived table grow. */
const NAMES_MAX = 20_000;
/** Longer ones do not come back. */
const NAME_LENGTH_MAX = 200;

let places = 0;

/** A function of names that remembers its answers: names come back, in a file and from file to file. */
export function factOfNames<To extends {}>(answer: (name: string) => To): (named: Named) => To {
  const place = places < PLACES_MAX ? places++ : -1;
  const known = new Map<string, To>();

  function lookUp(name: string): To {
    if (name.length > NAME_LENGTH_MAX) return answer(name);
    let value = known.get(name);
    if (value === undefined) {
      value = answer(name);
      if (known.size >= NAMES_MAX) known.clear();
      known.set(ownText(name), value);
    }
    return value;
  }

  return ({ name, nameFacts }) => {
    if (nameFacts === undefined || place === -1) return lookUp(name);
    return (nameFacts[place] ??= answer(name)) as To;
  };
}
