/** Secrets in a fixed text that is JSON: the body of a request with the password in it. */
import type { Value } from '../../model/workflow.ts';
import type { NamedText } from '../code/named-texts.ts';
import { secretInHeader } from './header-secret.ts';
import { namedValues } from './named-values.ts';

/** `"name": "value"`; placeholders have brackets or a `$` or `%`. */
const MEMBER = /"([\w-]{2,60})"\s{0,10}:\s{0,10}"([^"\\{}<>$%\s]{4,200})"/g;
/** Single-quoted form that readers of .NET accept, and that is easier to write in Visual Basic. */
const SINGLE_QUOTED = /'([\w-]{2,60})'\s{0,10}:\s{0,10}'([^'\\{}<>$%\s]{4,200})'/g;
const HEADER = /["'](authorization)["']\s{0,10}:\s{0,10}["']([^"'\\{}<>$%]{8,1000})["']/gi;

/** Blanks, `{` and `[`, and the backslash of an escaped line end. */
const FIRST_BYTES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0x5b, 0x5c, 0x7b]);

/** Returns false for nearly every value, without decoding it to text. */
export function mayBeJson(value: Value): boolean {
  const { raw } = value;
  if (raw === undefined) return /^\s*[[{]/.test(value.text);
  const first = raw.bytes[raw.start]!;
  // Some white space lies outside ASCII.
  return first >= 0x80 || FIRST_BYTES.has(first);
}

/** Yields each member with the name of a secret and a fixed value. */
export function* secretsInJson(text: string): Generator<NamedText> {
  if (!/^\s*[[{]/.test(text)) return;
  yield* namedValues(text, MEMBER);
  yield* namedValues(text, SINGLE_QUOTED);
  for (const [, name, value] of text.matchAll(HEADER)) {
    const secret = secretInHeader(name!, value!);
    if (secret !== undefined) yield { name: name!, text: secret };
  }
}
