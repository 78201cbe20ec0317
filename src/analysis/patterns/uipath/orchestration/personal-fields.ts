/** Fields that hold data of persons, by their names. */

/** Kind of personal data → words of its fields, in snake case. */
const KINDS: readonly (readonly [kind: string, words: RegExp, isStrong: boolean])[] = [
  ['email', /(?:^|_)e?_?mail(?:_address)?$/, false],
  ['phone', /(?:^|_)(?:phone|mobile|telephone)(?:_number)?$/, false],
  ['name', /(?:^|_)(?:full|first|last|sur|customer|patient|employee|person)_?name$/, false],
  ['address', /(?:^|_)(?:home|street|postal)_address$/, false],
  ['identity', /(?:^|_)(?:ssn|social_security(?:_number)?|passport(?:_number)?|national_id|tax_id)$/, true],
  ['birth', /(?:^|_)(?:date_of_birth|birth_?date|dob)$/, true],
  ['bank', /(?:^|_)(?:iban|credit_card(?:_number)?|card_number|bank_account(?:_number)?)$/, true],
  ['health', /(?:^|_)(?:medical_record|health_record)$/, true],
  // Machines and incidents have one too.
  ['health', /(?:^|_)diagnosis$/, false],
];

/** Personal field of a schema. */
export interface PersonalField {
  readonly name: string;
  readonly kind: string;
  /** A person is known by it alone, or harmed by its loss. */
  readonly isStrong: boolean;
}

const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();

/** Returns the fields among names that hold data of persons. */
export function personalFields(names: readonly string[]): readonly PersonalField[] {
  return names.flatMap((name) => {
    const words = snakeCase(name);
    const found = KINDS.find(([, pattern]) => pattern.test(words));
    return found === undefined ? [] : [{ name, kind: found[0], isStrong: found[2] }];
  });
}
