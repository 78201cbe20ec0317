/** Blue Prism data items, fields and parameters that hold an unprotected secret. */
import { ANY_NON_ASCII } from '../../model/rule.ts';
import type { Variable, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';
import { isSecretName, maySaySecret, SECRET_NAME_PARTS } from './secret-name.ts';

/** Words of names that are seldom secrets: the name of a stored credential, a connection string without password. */
const OTHER_WORDS = /credentials?|connection[ _-]?string|conn[ _-]?str(?:ing)?/gi;

/** Returns whether a variable of type text has a secret's name. The last part of `Collection.Field` is the field. */
export function isPlainSecret({ name, type }: Variable): boolean {
  // Cheap check first: it rules out nearly every name.
  if (type !== 'text' || !maySaySecret(name)) return false;
  return isSecretName(name.slice(name.lastIndexOf('.') + 1).replace(OTHER_WORDS, ''));
}

/** Words of which every workflow with a plain secret has one. */
export const PLAIN_SECRET_WORDS: readonly string[] = [...SECRET_NAME_PARTS, ANY_NON_ASCII];

/** Returns the data items and fields of a workflow that are plain secrets. */
export const plainSecrets = derived(({ variables }: Workflow): readonly Variable[] =>
  variables.filter(isPlainSecret),
);
