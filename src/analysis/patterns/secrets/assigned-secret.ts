/** Secrets that a part of a setting holds as fixed text: a member of its JSON, an element of its XML, a header. */
import type { Assignment } from '../../model/subjects/assignment.ts';
import { constantText } from '../../semantics/value.ts';
import { secretInHeader } from './header-secret.ts';
import { secretInMember } from './json-secret.ts';
import type { Suspect } from './suspect.ts';
import { isSecretElement } from './xml-secret.ts';

/** Returns the secret of a part; undefined when it has none, or one that only the run shows. */
function secretOfPart({ name, via, text }: Assignment): string | undefined {
  if (text === undefined) return undefined;
  if (via === 'json') return secretInMember({ name, text });
  if (via === 'header') return secretInHeader(name, text);
  return (via === 'xml' || via === 'cell') && isSecretElement({ name, text }) ? text : undefined;
}

/** Returns what a part holds as fixed text, if it may be a secret. */
export function suspectPart(assignment: Assignment): Suspect | undefined {
  const { name: part, via, text, tree } = assignment;
  if (via !== 'code' && via !== 'field') {
    const secret = secretOfPart(assignment);
    return secret === undefined ? undefined : { texts: [secret], part };
  }
  const fixed = text ?? (tree && constantText(tree));
  if (fixed === undefined) return undefined;
  const inHeader = secretInHeader(part, fixed);
  return inHeader === undefined ? { texts: [fixed], part, judgedBy: part } : { texts: [inHeader], part };
}
