/** Names with values in texts of one line each, or of one line altogether: headers, forms and command lines. */
import type { NamedText } from './named-text.ts';

/** `X-Api-Key: value` in a line. */
const HEADER = /^[ \t]*([A-Za-z][\w-]{0,60})[ \t]*:[ \t]*(\S[^\r\n]{0,4000})$/gm;

/** Yields the headers of a text with one in each line. */
export function* headerLines(text: string): Generator<NamedText> {
  for (const [, name, value] of text.matchAll(HEADER)) yield { name: name!, text: value!.trimEnd() };
}

/** Yields the entries of a dictionary of A360, which stand in lines: `Password: value`. */
export function* entryLines(text: string): Generator<NamedText> {
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) yield { name: line.slice(0, colon), text: line.slice(colon + 2) };
  }
}

/** A whole text of fields such as `grant_type=password&scope=a`. */
const FORM = /^[\w.~%+[\]-]{1,60}=[^&\s]{0,4000}(?:&[\w.~%+[\]-]{1,60}=[^&\s]{0,4000}){1,200}$/;
/** Fields behind the `?` of an address. */
const QUERY = /^\s{0,10}[a-z][a-z+.-]{1,20}:\/\/[^\s?#]{1,2000}\?([^\s#]{1,8000})/i;

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Yields the fields of a form, or of the query of an address. */
export function* formFields(text: string): Generator<NamedText> {
  const query = QUERY.exec(text)?.[1] ?? (FORM.test(text) ? text : undefined);
  for (const field of query?.split('&') ?? []) {
    const sign = field.indexOf('=');
    if (sign > 0) yield { name: field.slice(0, sign), text: unescaped(field.slice(sign + 1)) };
  }
}

/** `--name=value`, `--name "value"`, `/name:value`, `-Name value`; a switch alone has no value. */
const SWITCH =
  /(?<!\S)(?:--?|\/)([A-Za-z][\w-]{0,60})(?:[=:]|[ \t]{1,5}(?=[^-/\s]))("[^"\r\n]{0,1000}"|'[^'\r\n]{0,1000}'|[^\s"']{1,1000})/g;

/** Yields the switches of a command line that have a value. */
export function* commandSwitches(text: string): Generator<NamedText> {
  for (const [, name, value] of text.matchAll(SWITCH))
    yield { name: name!, text: value!.replace(/^(["'])(.*)\1$/s, '$2') };
}
