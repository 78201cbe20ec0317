/** Whether a Blue Prism data item, field or parameter holds a secret although its type does not protect it. */
import type { Variable } from '../../model/workflow.ts';
import { isSecretName, maySaySecret } from './secret-name.ts';

/** Words for what is seldom the secret itself: the name of a stored credential, a connection string without password. */
const OTHER_WORDS = /credentials?|connection[ _-]?string|conn[ _-]?str(?:ing)?/gi;

/** Type text under a secret's name. The last part of `Collection.Field` is the field. */
export function isPlainSecret({ name, type }: Variable): boolean {
  // Nearly every name ends the question at the first look.
  if (type !== 'text' || !maySaySecret(name)) return false;
  return isSecretName(name.slice(name.lastIndexOf('.') + 1).replace(OTHER_WORDS, ''));
}
