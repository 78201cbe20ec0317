/** Secrets in a fixed text that is JSON: the body of a request with the password in it. */
import type { Value } from '../../model/workflow.ts';
import { jsonMembers } from '../../semantics/assignments/json-members.ts';
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { secretInHeader } from './header-secret.ts';
import { isNamedValue } from './named-value.ts';

const NAME = /^[\w-]{2,60}$/;
/** One word; placeholders have brackets or a `$` or `%`. */
const WORD = /^[^"\\{}<>$%\s]{4,200}$/;
const HEADER = /^[^"'\\{}<>$%]{8,1000}$/;

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
  for (const { name, text: value, isText } of jsonMembers(text)) {
    if (!isText) continue;
    if (NAME.test(name) && WORD.test(value) && isNamedValue({ name, text: value }))
      yield { name, text: value };
    else if (/^authorization$/i.test(name) && HEADER.test(value)) {
      const secret = secretInHeader(name, value);
      if (secret !== undefined) yield { name, text: secret };
    }
  }
}
