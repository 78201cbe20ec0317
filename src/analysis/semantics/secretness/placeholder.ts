/** Literals that are no secret: placeholders that a person is meant to replace, and values that everybody knows. */
import { isPublicConstant } from './public-constants.ts';

/** Longest text that can be a placeholder. */
const CHARACTERS_MAX = 200;

const PLACEHOLDER =
  /^(?:<.*>|\{\{.*\}\}|\$\{.*\}|\$\(\w+\)|#\{.*\}#|x{3,}|\*{3,}|change[-_ ]?me|your[-_ ].*|your(?:password|secret|apikey|key|token)|mock[-_ ].*|placeholder[-_ ].*|dummy[-_ ].*|value-from-your-.*|todo|tb[ad]|redacted|dummy|example|sample|placeholder|none|null|n\/?a)$/is;

// Marks around a placeholder: `***REPLACE ME***`, `##API_KEY##`, `__Token__`, `[YOUR KEY]`.
const MARK_BEFORE = /^(?:[*#@~_=-]{2,}|%|\[{1,2})/;
const MARK_BEHIND = /(?:(?<![*#@~_=-])[*#@~_=-]{2,}|%|(?<!\])\]{1,2})$/;
/** Words without a digit. */
const WORDS = /^[\p{L}\s_.:-]+$/u;
// Words stand without accents: `senha`, `contrasena`.
const VERBS = setOf(
  `replace insert enter put add provide fill type paste set specify update change substitua substituir insira inserir
  digite altere alterar mude troque reemplace reemplazar introduzca ingrese cambie cambiar ersetzen eingeben andern
  remplacer remplacez saisir saisissez changer changez inserisci inserire sostituire cambia zmien wpisz wprowadz wijzig
  vervang invoeren`,
);
const POSSESSIVES = setOf('sua seu tu su votre ton ihr dein tua tuo twoje twoj uw jouw');
const PLACES = setOf('here aqui hier ici qui tutaj');
const NOUNS = setOf(
  `password passwort passphrase pass pwd secret key apikey token value credential credentials senha chave segredo
  contrasena clave secreto kennwort schlussel cle motdepasse passe chiave haslo hasło klucz wachtwoord sleutel bearer`,
);
/** Words that say what is to be replaced, or by whom. */
const SUBJECTS = new Set([
  ...NOUNS,
  ...POSSESSIVES,
  ...PLACES,
  ...setOf('your my me this it with moi mich mij mnie'),
]);

/** Words for a value that a person took out before publication; any other words may follow. */
const REMOVED = setOf(
  `redacted removed masked obfuscated anonymized anonymised scrubbed sanitized sanitised removido removida omitido omitida
  ocultado ocultada mascarado mascarada eliminado eliminada suprimido suprimida entfernt geschwarzt ausgeblendet
  anonymisiert supprime supprimee masquee caviarde rimosso rimossa nascosto oscurato usuniete usuniety
  usunięte usunięty ukryte ukryty verwijderd verborgen geanonimiseerd
  platzhalter segnaposto`,
);
/** Words that say so too, but can be a weak password or begin a passphrase: only words about a secret may join them. */
const WITHHELD = setOf(
  `hidden confidential private withheld placeholder confidencial privado oculto oculta escondido vertraulich versteckt
  geheim confidentiel confidentielle cache retire masque riservato confidenziale poufne zastrzezone vertrouwelijk`,
);
/** Beginnings of such texts in languages without blanks. */
const REMOVED_BEFORE_ALL =
  /^(?:削除|非公開|非表示|機密|伏せ字|マスク済|変更してください|已删除|已隐藏|已移除|机密|保密)/;
/** Word as people write it, not `xKfQ`: one of few letters, with capitals at its beginning or throughout. */
const WRITTEN_WORD = /^(?:\p{Lu}?\p{Ll}{0,17}|\p{Lu}{1,18})$/u;

/** Returns the words of a text between blanks and line ends. */
function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Returns a text without accents: `proteção` becomes `protecao`. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** Returns whether marks stand before and behind words. */
function isMarked(text: string): boolean {
  const before = MARK_BEFORE.exec(text);
  const behind = MARK_BEHIND.exec(text);
  return before !== null && behind !== null && WORDS.test(text.slice(before[0].length, behind.index));
}

/** Returns the words of a text in lower case, also those joined in camel case. */
function wordsOf(text: string): readonly string[] {
  const spaced = text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').toLowerCase();
  return spaced.split(/[^\p{L}]+/u).filter((word) => word !== '');
}

/** Returns whether words stand for a value to come: `REPLACE WITH YOUR SECRET`, `insert-key-here`, `secret goes here`. */
function wantsValue(words: readonly string[]): boolean {
  const [first, ...others] = words[0] === 'please' ? words.slice(1) : words;
  if (first === undefined || others.length === 0) return false;
  if (first === 'your' || others.at(-1) === 'here') return true;
  if (POSSESSIVES.has(first)) return others.some((word) => NOUNS.has(word));
  return VERBS.has(first) && others.some((word) => SUBJECTS.has(word));
}

/** Returns whether words say that the value was taken out: `Removido_para_proteção`, `token removed`, `hidden key`. */
function saysRemoved(text: string): boolean {
  if (REMOVED_BEFORE_ALL.test(text)) return true;
  const written = text.split(/[^\p{L}]+/u).filter((word) => word !== '');
  if (!written.every((word) => WRITTEN_WORD.test(word))) return false;
  const words = written.map((word) => word.toLowerCase());
  const said = words.findIndex((word) => !NOUNS.has(word));
  if (said === -1) return false;
  if (REMOVED.has(words[said]!)) return true;
  return (
    WITHHELD.has(words[said]!) && words.length > 1 && words.slice(said + 1).every((word) => NOUNS.has(word))
  );
}

/**
 * Returns whether a text is a placeholder, blank, or a constant that is published: `<password>`, `changeme`, `xxxx`.
 * So are `your-key-here`, `***REPLACE WITH YOUR KEY***` and `Removido_para_proteção`.
 */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || isPublicConstant(trimmed)) return true;
  if (trimmed.length > CHARACTERS_MAX) return false;
  if (PLACEHOLDER.test(trimmed) || isMarked(trimmed)) return true;
  const plain = withoutAccents(trimmed);
  return WORDS.test(plain) && (saysRemoved(plain) || wantsValue(wordsOf(plain)));
}
