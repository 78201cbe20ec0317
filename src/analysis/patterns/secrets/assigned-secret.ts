/** Secrets that a part of a setting holds as fixed text: a member of its JSON, an element of its XML, a header. */
import type { Assignment } from '../../model/subjects/assignment.ts';
import { secretInHeader } from './header-secret.ts';
import { secretInMember } from './json-secret.ts';
import { isSecretElement } from './xml-secret.ts';

/** Returns the secret of a part; undefined when it has none, or one that only the run shows. */
export function secretOfPart({ name, via, text }: Assignment): string | undefined {
  if (text === undefined) return undefined;
  if (via === 'json') return secretInMember({ name, text });
  if (via === 'header') return secretInHeader(name, text);
  return (via === 'xml' || via === 'cell') && isSecretElement({ name, text }) ? text : undefined;
}
