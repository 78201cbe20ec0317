/** Secrets in a text of a known form, in which names stand beside their values. */
import type { NamedText } from '../code/named-texts.ts';
import { isOwnSecretName } from './own-secret-name.ts';

/** What samples of an interface have in the place of values. */
const SAMPLE = /^(?:string|text|password|token|secret)$/i;

/** Each value with the name of a secret. The groups of the pattern, which is global, are the name and the value. */
export function* namedValues(text: string, pattern: RegExp): Generator<NamedText> {
  for (const [, name, value] of text.matchAll(pattern))
    if (isOwnSecretName(name!) && !SAMPLE.test(value!)) yield { name: name!, text: value! };
}
