/** Secrets in a fixed text that is JSON: the body of a request with the password in it. */
import { jsonMembers } from '../../semantics/assignments/json-members.ts';
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { secretInHeader } from './header-secret.ts';
import { isNamedValue } from './named-value.ts';

const NAME = /^[\w-]{2,60}$/;
/** One word; placeholders have brackets or a `$` or `%`. */
const WORD = /^[^"\\{}<>$%\s]{4,200}$/;
const HEADER = /^[^"'\\{}<>$%]{8,1000}$/;

/** Returns the secret that a member holds as fixed text; undefined when it has none. */
export function secretInMember(member: NamedText): string | undefined {
  const { name, text } = member;
  if (NAME.test(name) && WORD.test(text) && isNamedValue(member)) return text;
  return /^authorization$/i.test(name) && HEADER.test(text) ? secretInHeader(name, text) : undefined;
}

/** Yields each member with the name of a secret and a fixed value. */
export function* secretsInJson(text: string): Generator<NamedText> {
  for (const member of jsonMembers(text)) {
    const secret = member.isText ? secretInMember(member) : undefined;
    if (secret !== undefined) yield { name: member.name, text: secret };
  }
}
