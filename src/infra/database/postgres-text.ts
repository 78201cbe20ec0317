/** Text for Postgres, which rejects U+0000 everywhere and lone surrogates in jsonb. */

/** Replaces every character that Postgres rejects by U+FFFD; null stays null. */
export function storableText(text: string): string;
export function storableText(text: string | null | undefined): string | null;
export function storableText(text: string | null | undefined): string | null {
  return text == null ? null : text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** JSON escapes that Postgres rejects. It also matches some valid texts, which then only take the slower path. */
const REJECTED = /\\u(0000|d[89a-f])/;

/** Converts the value to JSON text for a `jsonb` column: write it as `${storableJson(x)}::text::jsonb`. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return REJECTED.test(text) ? JSON.stringify(value, storableMember) : text;
}

/**
 * Converts the texts to an array literal: write it as `${storableArray(xs)}::text[]`. The driver does not know array
 * types.
 */
export function storableArray(texts: readonly (string | null | undefined)[]): string {
  return `{${texts.map(arrayMember).join(',')}}`;
}

function arrayMember(text: string | null | undefined): string {
  if (text == null) return 'NULL';
  return text === '' ? '""' : `"${storableText(text).replace(/["\\]/g, '\\$&')}"`;
}

function storableMember(_name: string, member: unknown): unknown {
  if (typeof member === 'string') return storableText(member);
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
  const names = Object.keys(member);
  if (names.every((name) => name === storableText(name))) return member;
  return Object.fromEntries(Object.entries(member).map(([name, part]) => [storableText(name), part]));
}
