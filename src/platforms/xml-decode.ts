/** Bytes of checked XML to the strings they stand for: references, line ends and attribute white space resolved. */

import {
  AMPERSAND,
  CR,
  LESS,
  LF,
  QUESTION,
  referencedText,
  SEMICOLON,
  SPACE,
  TAB,
} from './xml-characters.ts';

/** The value of an attribute: references resolved, every tab and line end a space. */
export function decodeAttribute(bytes: Buffer, start: number, end: number): string {
  for (let p = start; p < end; p++) {
    const byte = bytes[p]!;
    if (byte < SPACE || byte === AMPERSAND) return decodeParts(bytes, start, end, ' ');
  }
  return bytes.toString('utf8', start, end);
}

/** Character data without markup: references resolved, every line end LF. */
function decodeText(bytes: Buffer, start: number, end: number): string {
  for (let p = start; p < end; p++) {
    const byte = bytes[p]!;
    if (byte === CR || byte === AMPERSAND) return decodeParts(bytes, start, end, '\n');
  }
  return bytes.toString('utf8', start, end);
}

/** `white` replaces line ends and, when it is a space, tabs too. */
function decodeParts(bytes: Buffer, start: number, end: number, white: ' ' | '\n'): string {
  let text = '';
  let from = start;
  for (let p = start; p < end; p++) {
    const byte = bytes[p]!;
    if (byte !== AMPERSAND && byte !== CR && (white === '\n' || (byte !== LF && byte !== TAB))) continue;
    if (from < p) text += bytes.toString('utf8', from, p);
    if (byte === AMPERSAND) {
      const semicolon = bytes.indexOf(SEMICOLON, p);
      text += referencedText(bytes.toString('latin1', p + 1, semicolon))!;
      p = semicolon;
    } else {
      text += white;
      if (byte === CR && bytes[p + 1] === LF) p++;
    }
    from = p + 1;
  }
  return from < end ? text + bytes.toString('utf8', from, end) : text;
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
