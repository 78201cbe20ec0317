/** Signs that a terminal or a viewer obeys instead of showing them: what strangers send must not move a cursor. */

/** Regular expression of what colours and styles of text begin and end with. */
export const COLOUR_SEQUENCE = `${String.fromCharCode(27)}\\[[0-9;]*m`;

const SIGNS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text on one line, with such signs as the escapes that JSON has for them. */
export function showSigns(text: string): string {
  return text.replace(SIGNS, escaped);
}

/** The same for a line of JSON, whose line breaks separate it from others. */
export function showSignsInLine(line: string): string {
  return line.replace(SIGNS, (sign) => (sign === '\n' ? sign : escaped(sign)));
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, index) => {
    const unit = sign.charCodeAt(index).toString(16);
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');
}
