/** Checks single fields of requests; each error names the allowed values. */

import {
  bothNames,
  PLATFORM_NAMES,
  type Platform,
  platformFromWire,
  platformName,
} from '../../analysis/model/platform.ts';
import { baseName, normalisePath } from '../../contract/file-path.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { comparableEmail } from '../../contract/member.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { formatNumber } from '../../text/format.ts';
import { truncate } from '../../text/truncate.ts';

/** Returns a name of the closed set that the contract states for its field; null when the field is empty. */
export function choiceField<Name extends string>(value: string): Name | null {
  return value === '' ? null : (value as Name);
}

/** Returns a text; null when it is empty. */
export function textField(value: string): string | null {
  return value === '' ? null : value;
}

/** Returns the name if it is one of a closed list; null when the field is empty. */
export function optionalChoice<Name extends string>(
  field: string,
  value: string,
  known: readonly Name[],
  code: ErrorCode = 'invalid_field',
): Name | null {
  if (value === '') return null;
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  const names = known.join(', ');
  throw new AppError(code, `${field} is ${quote(value)}; the known ones are ${names}.`, {
    field,
    known: names,
  });
}

/** Returns the name if it is one of a closed list. */
export function requiredChoice<Name extends string>(
  field: string,
  value: string,
  known: readonly Name[],
): Name {
  const name = optionalChoice(field, value, known);
  if (name !== null) return name;
  throw new AppError('invalid_field', `${field} is required: one of ${known.join(', ')}.`, { field });
}

/** Reads a UUID. */
export function uuidField(field: string, value: string): string {
  if (isUuid(value)) return value;
  throw new AppError('invalid_field', `${field} is ${quote(value)}; it must be a UUID.`, { field });
}

/** Reads the name of a platform. */
export function platformField(value: string): Platform {
  const details = { field: 'platform', known: PLATFORM_NAMES.map((name) => platformName(name)).join(', ') };
  const names = PLATFORM_NAMES.map(bothNames).join(', ');
  if (value === '') {
    throw new AppError('missing_field', `platform is missing. Send one of ${names}.`, details);
  }
  const found = platformFromWire(value);
  if (found !== undefined) return found;
  const message = `platform is ${quote(value)}; the known ones are ${names}.`;
  throw new AppError('unknown_platform', message, details);
}

/** Reads a free text of limited length without control characters; null when it is empty. */
export function optionalText(field: string, value: string, charactersMax: number): string | null {
  if (value === '') return null;
  const characters = value.length > 2 * charactersMax ? value.length : [...value].length;
  if (characters > charactersMax) {
    throw new AppError(
      'invalid_field',
      `${field} has ${formatNumber(characters)} characters; the limit is ${formatNumber(charactersMax)}.`,
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

/** Returns an e-mail address in its comparable form; null when the field is empty. */
export function emailField(value: string): string | null {
  return textField(comparableEmail(value));
}

/** Returns a required text, trimmed. */
export function requiredText(field: string, value: string): string {
  const text = value.trim();
  if (text !== '') return text;
  throw new AppError('missing_field', `The field ${field} is missing.`, { field });
}

/** Checks that a file is neither empty nor too large. */
export function fileField(file: Uint8Array, bytesMax: number): Uint8Array {
  requireFileBytes(file.byteLength, bytesMax);
  return file;
}

/** Checks the size of a file. @throws AppError `empty_file`, `file_too_large` */
export function requireFileBytes(bytes: number, bytesMax: number): void {
  if (bytes === 0) {
    throw new AppError('empty_file', 'The file has no bytes. Check that it was read before it was sent.', {
      field: 'file',
    });
  }
  if (bytes <= bytesMax) return;
  throw new AppError(
    'file_too_large',
    `The file is ${formatNumber(bytes)} bytes; the limit is ${formatNumber(bytesMax)}.`,
    { field: 'file', bytes: String(bytes), limitBytes: String(bytesMax) },
  );
}

/** Returns the file's path, with its folders. */
export function pathField(value: string): string {
  const read = value.slice(-CONTRACT_LIMITS.filenameReadCharactersMax);
  const path = normalisePath(read, CONTRACT_LIMITS.filenameCharactersMax);
  if (path !== '') return path;
  throw new AppError('missing_field', 'filename is missing. Send the path of the file in its repository.', {
    field: 'filename',
  });
}

/** Returns the file's own name, without folders. */
export function filenameField(value: string): string {
  return baseName(pathField(value));
}

/** Reads a required time. */
export function requiredTime(field: string, value: Date | undefined): Date {
  if (value !== undefined) return value;
  throw new AppError('missing_field', `${field} is missing. It is a time in ISO 8601.`, { field });
}

/** Returns the number of entries per page; 0 means the default. */
export function pageSizeField(value: number): number {
  return value || CONTRACT_LIMITS.pageSizeDefault;
}

/** Longest value that a message quotes, in characters. */
const QUOTED_MAX = 81;

/** Returns the value as a message shows it: short, quoted, control characters escaped. */
export function quote(value: string): string {
  return JSON.stringify(truncate(value, QUOTED_MAX));
}
