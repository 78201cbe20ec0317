/** Readable secrets in Blue Prism files, by name and fixed value. */
import { isServiceUrl } from '../texts/http-url.ts';
import { isOwnSecretName } from './own-secret-name.ts';
import { isSecretName, maySaySecret } from './secret-name.ts';
import { isSecretValue } from './secret-value.ts';

/** "Credential" in Blue Prism is most often the name of an entry of the credential manager. */
const CREDENTIAL = /credentials?/gi;

/** Returns the field of `Collection.Field`. */
const ownName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Returns whether the name of a data item, field, input or environment variable is that of a secret. */
export function namesSecret(name: string): boolean {
  return maySaySecret(name) && isSecretName(ownName(name).replace(CREDENTIAL, ''));
}

/**
 * Returns whether a value only describes a secret: an address, a file, a sentence, a label, a connection without a
 * password.
 */
function isAboutSecret(name: string, value: string): boolean {
  if (!isSecretValue(value, 1) || isServiceUrl(value)) return true;
  if (value.toLowerCase() === name.toLowerCase()) return true;
  return !isOwnSecretName(name) && !/(?:password|pwd|key|secret|token)\s*=\s*[^;\s]/i.test(value);
}

/** Returns whether a fixed text under a name is a secret. */
export function isReadableSecret(name: string, text: string, lengthMin: number): boolean {
  const value = text.trim();
  return value.length >= lengthMin && namesSecret(name) && !isAboutSecret(ownName(name), value);
}
