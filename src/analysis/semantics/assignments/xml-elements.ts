/** Elements of XML in a text: the rows of a table, the body of a SOAP request. */
import type { NamedText } from './named-text.ts';

/** Start tag of at most this many attributes' characters, with a text and its end tag. */
const ELEMENT =
  /<(?:\w{1,20}:)?([A-Za-z_][\w.-]{0,60})(?:\s[^<>]{0,300})?>([^<>]{1,1000})<\/(?:\w{1,20}:)?\1>/g;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}

/** Yields the elements that hold nothing but a text, in the order of the file. */
export function* xmlElements(text: string): Generator<NamedText> {
  if (!/^\s*</.test(text) || !text.includes('</')) return;
  for (const [, name, value] of text.matchAll(ELEMENT)) yield { name: name!, text: decoded(value!) };
}
