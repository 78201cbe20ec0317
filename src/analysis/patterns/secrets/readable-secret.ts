/** Whether a name and a fixed value in a Blue Prism file are those of a secret. */
import { isServiceUrl } from '../texts/http-url.ts';
import { isOwnSecretName } from './own-secret-name.ts';
import { isSecretName, maySaySecret } from './secret-name.ts';
import { isSecretValue } from './secret-value.ts';

/** "Credential" in Blue Prism is most often the name of an entry of the credential manager. */
const CREDENTIAL = /credentials?/gi;

/** Of `Collection.Field` the field counts. */
const ownName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Whether the name of a data item, field, input or environment variable says that it holds a secret. */
export function namesSecret(name: string): boolean {
  return maySaySecret(name) && isSecretName(ownName(name).replace(CREDENTIAL, ''));
}

/** Values that are about a secret: an address, a file, a sentence, a label, a connection without a password. */
function isAboutSecret(name: string, value: string): boolean {
  if (!isSecretValue(value, 1) || isServiceUrl(value)) return true;
  if (value.toLowerCase() === name.toLowerCase()) return true;
  return !isOwnSecretName(name) && !/(?:password|pwd|key|secret|token)\s*=\s*[^;\s]/i.test(value);
}

/** Whether a fixed text under a name is a secret. */
export function isReadableSecret(name: string, text: string, lengthMin: number): boolean {
  const value = text.trim();
  return value.length >= lengthMin && namesSecret(name) && !isAboutSecret(ownName(name), value);
}
