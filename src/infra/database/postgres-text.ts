/** Text as Postgres can hold it: it refuses U+0000 everywhere and lone surrogates in jsonb. */

/** The text with U+FFFD in the place of every character that Postgres refuses; no text stays none. */
export function storableText(text: string): string;
export function storableText(text: string | null): string | null;
export function storableText(text: string | null): string | null {
  return text === null ? null : text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** How JSON.stringify writes what Postgres refuses. Also fits some harmless text, which is then merely looked at twice. */
const REFUSED = /\\u(0000|d[89a-f])/;

/** The value as JSON text for a `jsonb` column: write it as `${storableJson(x)}::text::jsonb`. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return REFUSED.test(text) ? JSON.stringify(value, storableMember) : text;
}

/** The texts as an array literal: write it as `${storableArray(xs)}::text[]`. The driver is not told of array types. */
export function storableArray(texts: readonly (string | null)[]): string {
  return `{${texts.map(arrayMember).join(',')}}`;
}

function arrayMember(text: string | null): string {
  if (text === null) return 'NULL';
  return text === '' ? '""' : `"${storableText(text).replace(/["\\]/g, '\\$&')}"`;
}

function storableMember(_name: string, member: unknown): unknown {
  if (typeof member === 'string') return storableText(member);
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
  const names = Object.keys(member);
  if (names.every((name) => name === storableText(name))) return member;
  return Object.fromEntries(Object.entries(member).map(([name, part]) => [storableText(name), part]));
}
