/** Whether a Blue Prism data item, field or parameter holds a secret although its type does not protect it. */
import { ANY_NON_ASCII } from '../../model/rule.ts';
import type { Variable, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';
import { isSecretName, maySaySecret, SECRET_NAME_PARTS } from './secret-name.ts';

/** Words for what is seldom the secret itself: the name of a stored credential, a connection string without password. */
const OTHER_WORDS = /credentials?|connection[ _-]?string|conn[ _-]?str(?:ing)?/gi;

/** Type text under a secret's name. The last part of `Collection.Field` is the field. */
export function isPlainSecret({ name, type }: Variable): boolean {
  // Nearly every name ends the question at the first look.
  if (type !== 'text' || !maySaySecret(name)) return false;
  return isSecretName(name.slice(name.lastIndexOf('.') + 1).replace(OTHER_WORDS, ''));
}

/** What stands in a workflow that has one. */
export const PLAIN_SECRET_WORDS: readonly string[] = [...SECRET_NAME_PARTS, ANY_NON_ASCII];

/** The data items and fields of a workflow that do. */
export const plainSecrets = derived(({ variables }: Workflow): readonly Variable[] =>
  variables.filter(isPlainSecret),
);
