/** Secrets in a fixed text that a workflow sends: JSON, or the XML of SOAP. */
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { secretsInJson } from './json-secret.ts';
import { secretsInXml } from './xml-secret.ts';

/** Yields each member or element with the name of a secret and a fixed value. */
export function* secretsInBody(text: string): Generator<NamedText> {
  yield* secretsInJson(text);
  yield* secretsInXml(text);
}
