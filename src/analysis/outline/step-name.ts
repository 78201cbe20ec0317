/** Names in outlines: short, on one line, without secrets. */

import { truncate } from '../../text/truncate.ts';
import { mask } from '../patterns/secrets/mask.ts';
import { mayHoldRandomToken, randomTokensIn } from '../patterns/secrets/random-token.ts';
import { knownSecretsIn } from '../patterns/secrets/secret-formats.ts';

/** Longest name, in UTF-16 code units. */
export const STEP_NAME_MAX = 120;
/** Part of a longer name that is searched for secrets. */
const SEARCHED_MAX = 2_000;
/** Shortest name that can hold a secret of a known form, or a random one. */
const SECRET_MIN = 16;
/** Bounds of random tokens; stricter ones than those of the rule, as names are seldom random. */
const RANDOM = { minLength: 20, base64: 4.2, hex: 3 } as const;

/** Signs without a width of their own, among them those that turn the direction of what follows; not the joiners of letters. */
const SIGNS = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu;
/** Cheap test for them: nearly all names are letters, digits and punctuation of Latin scripts. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff]*$/;

/** Returns a name with its secrets masked, cut to `STEP_NAME_MAX`. */
export function stepName(name: string): string {
  if (name.length < SECRET_MIN && PLAIN.test(name)) return name;
  const searched = name.length > SEARCHED_MAX ? name.slice(0, SEARCHED_MAX) : name;
  const masked = maskSecrets(searched);
  const plain = PLAIN.test(masked) ? masked : masked.replace(SIGNS, ' ').trim();
  return truncate(plain, STEP_NAME_MAX);
}

/** Returns a name with its secrets masked. What takes a name apart needs it first, as no part has the form of the secret. */
export function maskSecrets(name: string): string {
  if (name.length < SECRET_MIN) return name;
  let shown = name;
  for (const { secret } of knownSecretsIn(name)) shown = shown.replaceAll(secret, mask(secret));
  if (mayHoldRandomToken({ text: name, raw: undefined }))
    for (const { token } of randomTokensIn(name, RANDOM)) shown = shown.replaceAll(token, mask(token));
  return shown;
}
