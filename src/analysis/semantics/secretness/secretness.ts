/** Secrets, judged by a name, its value and where they stand: the one answer for all rules. */
import { remembered } from '../../model/interning/remembered.ts';
import { wordsOf } from '../words.ts';
import { endInSecret, sayWords } from './name-words.ts';
import { canBeSecret, looksSecret } from './possible-secret.ts';
import { API_NAMES, DOUBTFUL_WORDS, MAY_SAY_SECRET } from './secret-words.ts';

const LEVELS = ['no', 'named', 'likely', 'certain'] as const;

/**
 * Certainty that something is a secret. `named`: a name speaks of one, but what stands there is none, as a placeholder,
 * or the name of a stored credential.
 */
export type Secretness = (typeof LEVELS)[number];

type Doubtful = keyof typeof DOUBTFUL_WORDS;

/** Place of a name and a value. */
export interface SecretContext {
  /** Length of the shortest text that can be a secret; 4 if absent. */
  readonly minLength?: number | undefined;
  /** Doubtful words that name a secret there; none if absent. */
  readonly counts?: Doubtful | 'both' | undefined;
}

/** Returns whether a level is at least another one. */
export function reaches(level: Secretness, least: Secretness): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

/** Length of the longest name; longer ones are texts. */
const NAME_LENGTH_MAX = 200;
const LENGTH_MIN = 4;

/** Creates the judgement of names where the given words name no secret. */
function nameLevel(...without: readonly Doubtful[]): (name: string) => Secretness {
  return remembered((name) => {
    const words = wordsOf(name);
    if (!sayWords(words)) return 'no';
    let own = words.join(' ');
    for (const doubtful of without) own = own.replace(DOUBTFUL_WORDS[doubtful], ' ');
    if (without.length > 0 && API_NAMES.has(name.toLowerCase())) return 'named';
    if (!sayWords(own.split(' ').filter((word) => word !== ''))) return 'named';
    return endInSecret(words) ? 'certain' : 'likely';
  });
}

const NAME_LEVELS: Readonly<Record<Doubtful | 'both' | 'none', (name: string) => Secretness>> = {
  none: nameLevel('credentials', 'connections'),
  credentials: nameLevel('connections'),
  connections: nameLevel('credentials'),
  both: nameLevel(),
};

/** A password in a connection string, or a key in the address of a service. */
const PASSWORD_SETTING = /(?:password|pwd|key|secret|token)\s*=\s*[^;\s]/i;

/** Returns whether a name says no more than that a text connects to something, and the text has no password. */
function isOpenConnection(name: string, text: string, counts: SecretContext['counts']): boolean {
  if (counts !== 'connections' && counts !== 'both') return false;
  const otherwise = NAME_LEVELS[counts === 'both' ? 'credentials' : 'none'](name);
  return otherwise === 'named' && !PASSWORD_SETTING.test(text);
}

/** Returns whether a text repeats the name: `SapPassword` = "SapPassword" is the key or asset that has the secret. */
function repeatsName(name: string, text: string): boolean {
  if (text.toLowerCase() === name.toLowerCase()) return true;
  const words = text.length > NAME_LENGTH_MAX ? [] : wordsOf(text);
  return words.length > 1 && wordsOf(name).join(' ').endsWith(words.join(' ')) && !/\d/.test(text);
}

/**
 * Returns how sure it is that a value is a secret. `likely`: the name says so. `certain`: the words of a secret end the
 * name, or the value looks like one.
 * @param name null where something else says that a secret stands there, such as a password field
 * @param value absent where only the run shows it: the name alone decides
 */
export function secretness(name: string | null, value?: string, context: SecretContext = {}): Secretness {
  const { counts, minLength = LENGTH_MIN } = context;
  const named = name === null ? 'certain' : levelOfName(name, counts);
  if (value === undefined || named === 'no') return named;
  const text = value.trim();
  if (named === 'named' || !canBeSecret(text, minLength)) return 'named';
  if (name !== null && (repeatsName(name, text) || isOpenConnection(name, text, counts))) return 'named';
  return looksSecret(text) ? 'certain' : named;
}

function levelOfName(name: string, counts: SecretContext['counts']): Secretness {
  // Cheap check first: it rules out nearly every name.
  if (name.length > NAME_LENGTH_MAX || !MAY_SAY_SECRET.test(name)) return 'no';
  return NAME_LEVELS[counts ?? 'none'](name);
}
