/** A secret in a data item that Control Room or System shows. */
import { defineRule } from '../../model/rule.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

const PLACES: ReadonlyMap<string, string> = new Map([
  ['exposure:environment', 'an environment variable'],
  ['exposure:session', 'a session variable'],
  ['exposure:statistic', 'a statistic'],
]);

const item = (name: string, type: string, exposure: string): string =>
  `<stage stageid="d" name="${name}" type="Data"><datatype>${type}</datatype><initialvalue/><exposure>${exposure}</exposure></stage>`;

export const rule = defineRule({
  id: 'BPR-SEC-016',
  version: 1,
  title: 'Secret exposed as session or environment item',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'medium',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Every process can read an environment variable, and whoever runs sessions sees their variables: nothing restricts who gets the secret, nor records it.',
  fix: 'Store the secret in the credential manager, and read it with the action "Get" of the internal object Credentials where it is needed. Clear the exposure of the data item.',
  compliance: ['PLAINCRED'],
  dedupeGroup: 'plain-credential',
  options: {},
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
  examples: {
    'blue-prism': {
      bad: [
        item('SAP Password', 'password', 'Environment'),
        item('Api Token', 'text', 'Session'),
        item('Client Secret', 'text', 'Statistic'),
      ],
      good: [
        item('SAP Server', 'text', 'Environment'),
        // Near misses: a connection without a password, the name of an entry of the credential manager, no exposure.
        item('Hive Connection String', 'text', 'Environment'),
        item('SAP Credential Name', 'text', 'Environment'),
        item('Use Token', 'flag', 'Session'),
        item('SAP Password', 'password', ''),
      ],
    },
  },
});
