/** Checks of single fields of requests, each with the error that says what is allowed. */
import { AppError } from '../errors.ts';
import { PLATFORM_NAMES, PLATFORMS, type Platform, platformFromWire } from '../model/platform.ts';

/** A name out of a closed list; null when the field is empty. */
export function optionalChoice<Name extends string>(
  field: string,
  value: string,
  known: readonly Name[],
  code: 'invalid_enforcement_mode' | 'unknown_ruleset' | 'unknown_environment' | 'unknown_policy_pack',
): Name | null {
  if (value === '') return null;
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  const allowed =
    known.length === 0 ? 'this organisation has none' : `the known ones are ${known.join(', ')}`;
  throw new AppError(code, `${field} is ${quote(value)}; ${allowed}.`, { field, known: known.join(', ') });
}

/** The platform that a name means. */
export function platformField(value: string): Platform {
  const known = PLATFORM_NAMES.map((name) => PLATFORMS[name].wire);
  if (value === '') {
    throw new AppError('missing_field', `platform is missing. Send one of ${known.join(', ')}.`, {
      field: 'platform',
      known: known.join(', '),
    });
  }
  const found = platformFromWire(value);
  if (found !== undefined) return found;
  const titles = PLATFORM_NAMES.map((name) => `${PLATFORMS[name].wire} (${PLATFORMS[name].title})`);
  throw new AppError(
    'unknown_platform',
    `platform is ${quote(value)}; the known ones are ${titles.join(', ')}.`,
    { field: 'platform', known: known.join(', ') },
  );
}

/** A text of the caller's own, of limited length and without control characters; null when it is empty. */
export function optionalText(field: string, value: string, charactersMax: number): string | null {
  if (value === '') return null;
  const characters = value.length > 2 * charactersMax ? value.length : [...value].length;
  if (characters > charactersMax) {
    throw new AppError(
      'invalid_field',
      `${field} has ${count(characters)} characters; the limit is ${count(charactersMax)}.`,
      { field, characters: String(characters), limitCharacters: String(charactersMax) },
    );
  }
  const at = value.search(/\p{Cc}/u);
  if (at < 0) return value;
  throw new AppError('invalid_field', `${field} has a control character at position ${at + 1}. Remove it.`, {
    field,
    position: String(at + 1),
  });
}

/** The value as a message shows it: short, quoted, control characters escaped. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}

/** A number as people read it: `10,485,760`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}
