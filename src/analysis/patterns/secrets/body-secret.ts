/** Secrets in a fixed text that a workflow sends: JSON, or the XML of SOAP. */
import type { Value } from '../../model/workflow.ts';
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { mayBeJson, secretsInJson } from './json-secret.ts';
import { secretsInXml } from './xml-secret.ts';

const LESS = 0x3c;

/** Returns false for nearly every value, without decoding it to text. */
export const mayBeBody = (value: Value): boolean =>
  mayBeJson(value) || (value.raw?.bytes[value.raw.start] ?? LESS) === LESS;

/** Yields each member or element with the name of a secret and a fixed value. */
export function* secretsInBody(text: string): Generator<NamedText> {
  yield* secretsInJson(text);
  yield* secretsInXml(text);
}
