/** Secrets among names with values. */
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

/** Sample values in the documentation of an interface. */
const SAMPLE = /^(?:string|text|password|token|secret)$/i;

/** Returns whether a value has the name of a secret, and is no sample. */
export const isNamedValue = ({ name, text }: NamedText): boolean =>
  reaches(secretness(name), 'likely') && !SAMPLE.test(text);
