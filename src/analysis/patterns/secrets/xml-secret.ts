/** Secrets in a fixed text that is XML: the rows of a table, the body of a SOAP request. */
import type { NamedText } from '../code/named-texts.ts';
import { namedValues } from './named-values.ts';

/** `<Password>value</Password>`; placeholders have brackets or a `$`, `%` or `?`. */
const ELEMENT =
  /<(?:\w{1,20}:)?([A-Za-z][\w.-]{1,60})(?:\s[^<>]{0,300})?>([^<>{}$%?\s]{4,200})<\/(?:\w{1,20}:)?\1>/g;

/** Yields each element with the name of a secret and a fixed value. */
export function* secretsInXml(text: string): Generator<NamedText> {
  if (!/^\s*</.test(text) || !text.includes('</')) return;
  yield* namedValues(text, ELEMENT);
}
