/** Bytes of checked XML to the strings they stand for: references, line ends and attribute white space resolved. */

import { AMPERSAND, LESS, QUESTION, referencedText, SPACE } from './xml-characters.ts';

/** The value of an attribute: references resolved, every tab and line end a space. */
export function decodeAttribute(bytes: Buffer, start: number, end: number): string {
  const raw = bytes.toString('utf8', start, end);
  let plain = true;
  let references = false;
  for (let p = start; p < end; p++) {
    const byte = bytes[p]!;
    if (byte < SPACE) plain = false;
    else if (byte === AMPERSAND) references = true;
  }
  const normal = plain ? raw : raw.replaceAll(/\r\n?|[\n\t]/g, ' ');
  return references ? resolveReferences(normal) : normal;
}

/** Character data without markup: references resolved, every line end LF. */
function decodeText(bytes: Buffer, start: number, end: number): string {
  const text = decodeCdata(bytes, start, end);
  return text.includes('&') ? resolveReferences(text) : text;
}

/** The references were checked when the document was read. */
function resolveReferences(raw: string): string {
  let text = '';
  let from = 0;
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', from)) {
    const semicolon = raw.indexOf(';', at);
    text += raw.slice(from, at) + referencedText(raw.slice(at + 1, semicolon))!;
    from = semicolon + 1;
  }
  return text + raw.slice(from);
}

/** A CDATA section's content: only line ends change. */
function decodeCdata(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** The text of a stretch that holds character data, CDATA sections, comments and instructions, but no tags. */
export function decodeContent(bytes: Buffer, start: number, end: number): string {
  let markup = bytes.indexOf(LESS, start);
  if (markup === -1 || markup >= end) return decodeText(bytes, start, end);
  let text = '';
  let from = start;
  while (markup !== -1 && markup < end) {
    text += decodeText(bytes, from, markup);
    if (bytes[markup + 1] === QUESTION) {
      from = bytes.indexOf('?>', markup + 2, 'latin1') + 2;
    } else if (bytes[markup + 2] === 0x2d /* - */) {
      from = bytes.indexOf('-->', markup + 4, 'latin1') + 3;
    } else {
      const close = bytes.indexOf(']]>', markup + 9, 'latin1');
      text += decodeCdata(bytes, markup + 9, close);
      from = close + 3;
    }
    markup = bytes.indexOf(LESS, from);
  }
  return text + decodeText(bytes, from, end);
}
