/** Secrets in a fixed text that is sent somewhere: JSON, or the XML of SOAP. */
import { secretsInJson } from './json-secret.ts';
import type { NamedText } from './named-texts.ts';
import { secretsInXml } from './xml-secret.ts';

/** Each member or element with the name of a secret and a fixed value. */
export function* secretsInBody(text: string): Generator<NamedText> {
  yield* secretsInJson(text);
  yield* secretsInXml(text);
}
