/** Names of fields with personal data of the kind that laws protect most. */

/** Words of names by category; a name is split into words before. Dataverse writes columns without any capitals. */
const NAMES = new RegExp(
  `\\b(?:ssn|social ?security|passport|national ?id|id ?card|driv(?:ing|ers?) ?licen[cs]e|tax ?id|iban|bank ?account
  |sort ?code|credit ?card|card ?number|cvv|[a-z]{0,40}salary|wage|diagnos[ei]s|disability|blood ?type|sick ?leave
  |reisepass|personalausweis|sozialversicherung|(?:brutto|netto|grund|jahres|monats)?gehalt)
  s?(?: ?(?:number|nummer|num|no|nr|id|amount|code))?\\b`.replace(/\n\s+/g, ''),
  'i',
);
/** Fields that only say whether, when or which: `PassportUploaded`, `SalaryDate`. */
const ABOUT =
  /\b(?:is|has|date|status|type|url|link|uploaded|received|checked|verified|count|currency|required)\b/i;

/** Words of which each such name has one, unless its letters are written as escapes. */
export const PERSONAL_NAME_WORDS: readonly string[] = [
  ...'ssn social passport national card licen tax iban bank sort cvv salary wage diagnos disab blood sick'.split(
    ' ',
  ),
  ...['reisepass', 'personalausweis', 'sozialversicherung', 'gehalt'],
];

/** Splits the name of a field into words: `PassportNumber_x0020_2` → `Passport Number 2`. */
export function spacedName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .replace(/[_./-]+|x0020/g, ' ')
    .trim();
}

/** Returns whether a field of this name holds such data. */
export function isPersonalName(name: string): boolean {
  const words = spacedName(name);
  return NAMES.test(words) && !ABOUT.test(words);
}
