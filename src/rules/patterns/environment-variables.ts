/** Which environment variables of a solution are secrets, by their names and data types. */
import type { Variable } from '../../model/workflow.ts';
import { isSecretName } from './secret-name.ts';

const TEXT_TYPES = new Set(['100000000', '100000003']);
const SECRET_TYPE = '100000005';
const DISPLAY = 'displayname:';

export interface SecretVariable {
  readonly declaredAs: 'text' | 'secret';
  /** The name that people see. */
  readonly shown: string;
}

/** What kind of secret an environment variable is; undefined when it is none, or no environment variable. */
export function secretVariables({ name, type, modifiers = [] }: Variable): SecretVariable | undefined {
  if (!modifiers.includes('environment-variable')) return undefined;
  const display = modifiers.find((modifier) => modifier.startsWith(DISPLAY))?.slice(DISPLAY.length);
  const shown = display ?? name;
  if (type === SECRET_TYPE) return { declaredAs: 'secret', shown };
  // The publisher's prefix is no part of the name.
  const own = name.slice(name.indexOf('_') + 1);
  const isSecret = TEXT_TYPES.has(type) && (isSecretName(own) || isSecretName(shown));
  return isSecret ? { declaredAs: 'text', shown } : undefined;
}
