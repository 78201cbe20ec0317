/** Memoised results by name. */
import { ownText } from './own-text.ts';

/** Capacity of the cache. Names come from files: a hostile one must not make a long-lived table grow. */
const NAMES_MAX = 5_000;
/** Length of the longest name to cache; longer ones do not recur. */
const NAME_LENGTH_MAX = 200;

/** Caches the last results of a function of names, which recur in a file and from file to file. */
export function remembered<To extends {}>(
  answer: (name: string) => To,
  namesMax = NAMES_MAX,
): (name: string) => To {
  const known = new Map<string, To>();
  return (name) => {
    if (name.length > NAME_LENGTH_MAX) return answer(name);
    let value = known.get(name);
    if (value === undefined) {
      value = answer(name);
      if (known.size >= namesMax) known.clear();
      known.set(ownText(name), value);
    }
    return value;
  };
}
