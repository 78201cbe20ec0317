/** Secrets in a fixed text that is XML: the rows of a table, the body of a SOAP request. */
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { isNamedValue } from './named-value.ts';

/** One word; placeholders have brackets or a `$`, `%` or `?`. */
const WORD = /^[^<>{}$%?\s]{4,200}$/;

/** Returns whether an element has the name of a secret and a fixed value. */
export const isSecretElement = (element: NamedText): boolean =>
  WORD.test(element.text) && isNamedValue(element);
