/** Secrets in a text of a known form with names beside their values. */
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import type { NamedText } from '../code/named-texts.ts';

/** Sample values in the documentation of an interface. */
const SAMPLE = /^(?:string|text|password|token|secret)$/i;

/** Yields each value with the name of a secret. The pattern is global; its groups are the name and the value. */
export function* namedValues(text: string, pattern: RegExp): Generator<NamedText> {
  for (const [, name, value] of text.matchAll(pattern))
    if (reaches(secretness(name!), 'likely') && !SAMPLE.test(value!)) yield { name: name!, text: value! };
}
