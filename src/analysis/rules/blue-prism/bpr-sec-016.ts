/** A secret in a data item that Control Room or System shows. */

import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

const PLACES: ReadonlyMap<string, string> = new Map([
  ['exposure:environment', 'an environment variable'],
  ['exposure:session', 'a session variable'],
  ['exposure:statistic', 'a statistic'],
]);

export const rule = defineRule('BPR-SEC-016', {
  level: 'variable',
  words: SECRET_NAME_WORDS,
  *check(item) {
    const { name, type, modifiers } = item;
    if (type !== 'text' && type !== 'password') return;
    // A connection needs no password, unless its data item is one.
    const counts = type === 'password' ? { counts: 'connections' as const } : {};
    if (!reaches(secretness(name, undefined, counts), 'likely')) return;
    const place = modifiers
      ?.map((word) => PLACES.get(word.toLowerCase()))
      .find((found) => found !== undefined);
    if (place === undefined) return;
    yield { at: item, subject: name, message: `The data item "${name}" exposes a secret as ${place}.` };
  },
});
