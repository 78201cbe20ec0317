/** Control characters that terminals interpret; in untrusted text they must be escaped. */

/** Regular expression of the sequences that begin and end colours and styles. */
export const COLOUR_SEQUENCE = `${String.fromCharCode(27)}\\[[0-9;]*m`;

const SIGNS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns the text on one line, with control characters as JSON escapes. */
export function showControlCharacters(text: string): string {
  return text.replace(SIGNS, escaped);
}

/** Escapes control characters in lines of JSON, except the line breaks between them. */
export function showControlCharactersInLine(line: string): string {
  return line.replace(SIGNS, (sign) => (sign === '\n' ? sign : escaped(sign)));
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, index) => {
    const unit = sign.charCodeAt(index).toString(16);
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');
}
