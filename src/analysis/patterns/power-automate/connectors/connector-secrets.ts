/** Parameters of operations of custom connectors by which the service knows its caller. */
import type { Activity, Property } from '../../../model/workflow.ts';

const NAME = /^parameters\.(\d+)\.name$/;
/** Names of credentials of a service; a password or token of another kind may be one of a document. */
const CREDENTIAL =
  /(?:api|subscription)[-_ ]?(?:key|secret|token)$|client[-_ ]?secret$|(?:access|auth(?:orization)?)[-_ ]?token$|^authorization$/i;

/** Yields the names of the parameters of an operation that take a credential, and that people fill. */
export function* credentialParameters({ properties }: Activity): Generator<Property> {
  const texts = new Map(properties.map((property) => [property.name, property.text]));
  for (const property of properties) {
    const [, index] = NAME.exec(property.name) ?? [];
    if (index === undefined || !CREDENTIAL.test(property.text)) continue;
    if (texts.get(`parameters.${index}.x-ms-visibility`) !== 'internal') yield property;
  }
}

/** Returns whether a path has a credential in it: `/bot{token}/sendMessage`. */
export const hasSecretPath = ({ properties }: Activity): boolean =>
  properties.some(({ name, text }) => name === 'path' && /\{[^{}]{0,40}(?:token|key|secret)\}/i.test(text));
