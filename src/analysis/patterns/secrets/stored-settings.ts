/** Secrets among the settings of a file that stands beside workflows. */

import { truncate } from '../../../text/truncate.ts';
import type { Clue, FoundClue } from '../../model/project.ts';
import type { Problem } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { knownSecretsIn } from './secret-formats.ts';

/** Names that end so are about a secret, and hold where it is or what it is called. */
const ABOUT =
  /(?:name|asset|folder|path|file|url|uri|title|credentials?|queue|mail|details|dat(?:e|um)|hours|minutes|days|seconds|length|type|id|template|host)s?$/i;
/** A number, a date and a language are no secret. */
const PLAIN = /^(?:[\d.,:/ -]{1,40}|[a-z]{2}-[A-Z]{2})$/;
/** The path of a file: `Data\\Reminder.html`. */
const FILE_PATH = /^[\w .:-]{1,100}[\\/][\w .\\/-]{1,200}\.[a-z]{2,5}$/i;
/** The name of another setting: `PassSAP`, `EmailAndPwGmail`. */
const SETTING_NAME = /^(?:[a-z_]{0,20}(?:Pass|pass|Pwd?|pwd?)|[A-Z][A-Za-z]{0,40}Pwd?)[A-Z_]/;
const LETTERS = /^[A-Za-z_]{4,60}$/;
const NAME_MAX = 100;

/** Returns whether a value only says where a secret is: a file, or the name of another setting. */
const isReference = (text: string): boolean =>
  FILE_PATH.test(text) || (LETTERS.test(text) && SETTING_NAME.test(text));

function isSecret(name: string, text: string): boolean {
  if (knownSecretsIn(text).length > 0) return true;
  // `APIkey` is one word where the letters of a name change their case elsewhere.
  const spelt = name.replaceAll(/apikey/gi, 'ApiKey');
  return (
    !ABOUT.test(name) &&
    !PLAIN.test(text) &&
    !isReference(text) &&
    reaches(secretness(spelt, text, { minLength: 5 }), 'likely')
  );
}

/** Yields the place and the name of each setting that holds a secret, but never the value itself. */
export function* gatherSecretSettings({ variables }: Workflow): Generator<Clue> {
  for (const { modifiers, default: value, at, owner, name } of variables) {
    if (value === undefined || modifiers?.includes('setting') !== true) continue;
    if (isSecret(value.name, value.text))
      yield { at: { at, owner, name }, text: truncate(value.name, NAME_MAX) };
  }
}

/** Returns the problems of these clues, each place once. */
export function* secretSettings(
  clues: readonly FoundClue[],
  sentence: (name: string, clue: FoundClue) => string,
): Generator<Problem> {
  const seen = new Set<string>();
  for (const clue of clues) {
    const place = `${clue.in.file} ${clue.at.name} ${clue.at.at}`;
    const { at, in: workflow, text } = clue;
    if (seen.has(place)) continue;
    seen.add(place);
    yield { in: workflow, at, subject: text, message: sentence(text, clue) };
  }
}
