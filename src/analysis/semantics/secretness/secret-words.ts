/** Words in the names of secrets, as measured on 115,582 names of symbols in real workflow files. */
import { ANY_NON_ASCII } from '../../model/rule.ts';

/** Words that name a secret by themselves. */
export const SECRET_WORDS: ReadonlySet<string> = new Set(
  `password passwd passphrase passcode pwd pw psw pswd secret token bearer credential credentials apikey clientsecret accesskey
  connectionstring passwort kennwort geheimnis contraseña contrasena secreto senha segredo segreto mdp motdepasse passe
  wachtwoord lösenord losenord adgangskode passord salasana heslo haslo`.split(/\s+/),
);
/** Parts of names in lower case: every name of a secret in ASCII has one of them, in any spelling. */
export const SECRET_NAME_PARTS: readonly string[] =
  `pass pw psw secret token bearer credential key conn kennwort geheimnis contrase senha segredo segreto mdp wachtwoord
  senord adgangskode salasana heslo haslo`.split(/\s+/);
/** Words of which every text with the name of a secret has one. */
export const SECRET_NAME_WORDS: readonly string[] = [...SECRET_NAME_PARTS, ANY_NON_ASCII];
/** Finds a part; names outside ASCII are checked word by word. */
export const MAY_SAY_SECRET = new RegExp(`${SECRET_NAME_PARTS.join('|')}|[^\\0-\\x7f]`, 'i');
/** Ends of longer words that do: `dbpassword`. */
export const SECRET_ENDINGS: readonly string[] = ['password', 'pwd'];
/** Two words that name a secret together. */
export const SECRET_PAIRS: ReadonlySet<string> = new Set([
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
/** Words behind which `pass` at the end is a password: `userPass`. */
export const OWNERS_OF_PASS: ReadonlySet<string> = new Set(
  `user db login mail port admin sap erp crm email ftp sftp smtp sql oracle windows proxy root service svc portal citrix
  vpn robot bot str txt`.split(/\s+/),
);
/** A name that goes on with one of these is about the secret: `PasswordField`, `tokenExpiry`. */
export const NOT_BEFORE: ReadonlySet<string> = new Set(
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
export const ADDRESS_ENDINGS: ReadonlySet<string> = new Set('link url uri endpoint'.split(' '));
/** `PasswordForLink` is the password of the link. */
export const BELONGS_TO: ReadonlySet<string> = new Set('of for to from by in at'.split(' '));
/** A secret's word behind one of these names something else: `CancellationToken`, `lblPassword`, `Invalid password`. */
export const NOT_AFTER: ReadonlySet<string> = new Set(
  `cancellation continuation page skip next no is has change forgot reset delta lock template lbl label col column xpath sel selector
  invalid wrong incorrect missing enter select your prompt
  nombre nome nom campo champ`.split(/\s+/),
);
/** Two words that name no secret together, though the second alone does: the place where reading goes on. */
export const NO_SECRET_PAIRS: ReadonlySet<string> = new Set(['sync token']);
/** Types and functions of JSON libraries, in lower case. */
export const API_NAMES: ReadonlySet<string> = new Set(['jtoken', 'selecttoken', 'selecttokens', 'tokentype']);

/** Words that name a secret in some places only, in names whose words stand apart. */
export const DOUBTFUL_WORDS = {
  /** Mostly the name of a stored credential. */
  credentials: /\bcredentials?\b/g,
  /** A connection string may do without a password. */
  connections: /\b(?:connectionstring|conn(?:ection)? str(?:ing)?)\b/g,
} as const;
