/**
 * The XML declaration and processing instructions.
 *
 * Any version 1.x is read by the rules of XML 1.0, as its fifth edition requires. The declared encoding is checked for
 * form only: the bytes were proved to be UTF-8 before, and files whose text passed through a string often have a wrong
 * label.
 */

import { unparsable } from '../text.ts';
import { GREATER, INSTRUCTION_STOPS, NAME_BYTES, QUESTION, skipPlain, WHITE } from './characters.ts';
import { isNcName } from './names.ts';

const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>$/;

/** Checks the XML declaration at the start of the bytes, if there is one, and returns the offset behind it. */
export function skipDeclaration(bytes: Buffer): number {
  const opens = bytes.toString('latin1', 0, Math.min(5, bytes.length)) === '<?xml';
  if (!opens || (NAME_BYTES[bytes[5]!] === 1 && bytes.length > 5)) return 0;
  const close = bytes.indexOf('?>', 5, 'latin1');
  if (close === -1 || !DECLARATION.test(bytes.toString('latin1', 0, close + 2))) {
    throw unparsable(
      bytes,
      0,
      'the XML declaration is not of the form <?xml version="1.0" encoding="utf-8"?>',
    );
  }
  return close + 2;
}

/** Checks the instruction whose `<?` is at `from` and returns the offset behind its `?>`. */
export function skipInstruction(bytes: Buffer, from: number): number {
  let p = from + 2;
  while (NAME_BYTES[bytes[p]!] === 1) p++;
  const target = bytes.toString('utf8', from + 2, p);
  if (!isNcName(target) || (WHITE[bytes[p]!] !== 1 && bytes[p] !== QUESTION)) {
    throw unparsable(bytes, from, 'a processing instruction must begin with a name');
  }
  if (target.toLowerCase() === 'xml') {
    throw unparsable(bytes, from, 'an XML declaration may stand only at the very start of the file');
  }
  p = skipPlain(bytes, p, INSTRUCTION_STOPS);
  while (bytes[p + 1] !== GREATER) {
    if (p >= bytes.length) throw unparsable(bytes, from, 'a processing instruction has no "?>"');
    p = skipPlain(bytes, p + 1, INSTRUCTION_STOPS);
  }
  return p + 2;
}
