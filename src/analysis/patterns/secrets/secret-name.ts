/**
 * Names of symbols and fields that hold a secret.
 *
 * Word-based: the name is split at case changes, digits, `_`, `-` and spaces, because a pattern over the whole name
 * takes "compass", "PassedCounter" and "passport" for secrets. Word lists were measured on 115,582 symbol names of real
 * workflow files.
 */
import { remembered } from '../derived.ts';

const SECRET_WORDS = new Set(
  `password passwd passphrase passcode pwd pw psw pswd secret token bearer credential credentials apikey clientsecret accesskey
  connectionstring passwort kennwort geheimnis contraseña contrasena secreto senha segredo segreto mdp motdepasse passe
  wachtwoord lösenord losenord adgangskode passord salasana heslo haslo`.split(/\s+/),
);
/** Parts of names: every name of a secret has one of them, in any spelling. */
export const SECRET_NAME_PARTS: readonly string[] =
  `pass pw psw secret token bearer credential key conn kennwort geheimnis contrase senha segredo segreto mdp wachtwoord
  senord adgangskode salasana heslo haslo`.split(/\s+/);
const SECRET_ENDINGS = ['password', 'pwd'];
const SECRET_PAIRS = new Set([
  'api key',
  'access key',
  'client secret',
  'private key',
  'connection string',
  'conn str',
  'conn string',
  'sas key',
  'shared key',
  'account key',
  'auth key',
  'subscription key',
  'encryption key',
  'signing key',
]);
const OWNERS_OF_PASS = new Set(
  `user db login mail port admin sap erp crm email ftp sftp smtp sql oracle windows proxy root service svc portal citrix
  vpn robot bot str txt`.split(/\s+/),
);
/** A name that goes on with one of these is about the secret, not the secret itself. */
const NOT_BEFORE = new Set(
  `name id field label selector expiry count type length url link path asset folder index policy button box title found
  exists valid invalid status list locker details username number no mail endpoint uri address expires expired changed
  required flag hint prompt message error date days separator delimiter pattern regex format header headers column cell
  row scope scopes timeout lifetime ttl minutes seconds hours prefix suffix version mode chars characters question audience
  issuer provider region xpath validity duration reset rotation email subject file
  filename element max min maximum minimum age directory dir state outcome
  bestand bestandsnaam veld naam datei dateiname ordner pfad feld fichier dossier chemin champ archivo carpeta ruta campo
  arquivo pasta caminho`.split(/\s+/),
);
/** Last words of addresses, behind any other word: `TokenApiLink`. */
const ADDRESS_ENDINGS = new Set('link url uri endpoint'.split(' '));
/** `PasswordForLink` is the password of the link. */
const BELONGS_TO = new Set('of for to from by in at'.split(' '));
const NOT_AFTER = new Set(
  `cancellation continuation page skip next no is has change forgot reset delta lock template lbl label col column xpath sel selector
  nombre nome nom campo champ`.split(/\s+/),
);

/** Splits an identifier into lower-case words: `in_DbPassWord2` → `in db pass word`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

function isSecretAt(words: readonly string[], i: number): number {
  const word = words[i]!;
  if (SECRET_WORDS.has(word) || SECRET_ENDINGS.some((ending) => word.endsWith(ending))) return 1;
  const next = words[i + 1];
  if (next !== undefined && SECRET_PAIRS.has(`${word} ${next}`)) return 2;
  // "PassWord" written in camel case is two words.
  if (word === 'pass' && (next === 'word' || next === 'phrase' || next === 'code')) return 2;
  if (word === 'pass' && next === undefined && i > 0 && OWNERS_OF_PASS.has(words[i - 1]!)) return 1;
  return 0;
}

/** Parts of secret names; names outside ASCII are checked word by word. */
const MAY_SAY_SECRET = new RegExp(`${SECRET_NAME_PARTS.join('|')}|[^\\0-\\x7f]`, 'i');
const saysSecret = remembered((name) => hasSecretWords(wordsOf(name)));

/**
 * Returns true for `DbPassword`, `api_key`, `strClientSecret`; false for `PasswordField`, `TokenApiLink`,
 * `CancellationToken`, `passport`.
 */
export function isSecretName(name: string): boolean {
  return name.length <= 200 && maySaySecret(name) && saysSecret(name);
}

/** Returns false for nearly every name, without splitting it into words. */
export function maySaySecret(name: string): boolean {
  return MAY_SAY_SECRET.test(name);
}

/**
 * Returns whether the words name an address of the secret.
 * @param from the first word behind those of the secret
 */
function isAddressOfSecret(words: readonly string[], from: number): boolean {
  const last = words.length - 1;
  return from <= last && ADDRESS_ENDINGS.has(words[last]!) && !BELONGS_TO.has(words[from]!);
}

function hasSecretWords(words: readonly string[]): boolean {
  for (let i = 0; i < words.length; i += 1) {
    const length = isSecretAt(words, i);
    if (length === 0) continue;
    const before = words[i - 1];
    const after = words[i + length];
    if (after !== undefined && NOT_BEFORE.has(after)) continue;
    if (before !== undefined && NOT_AFTER.has(before)) continue;
    if (isAddressOfSecret(words, i + length)) continue;
    return true;
  }
  return false;
}
