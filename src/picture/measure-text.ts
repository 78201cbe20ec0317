/** Widths of texts in a system font, estimated, as a layout has no fonts. */

const NARROW = new Set("iljtfrI.,:;'|!()[]{} -/\\`");
const WIDE = new Set('mwMW@%&');
const LAST_LATIN = 0x2e80;

/** Share of the font size that a character takes. */
function shareOf(character: string): number {
  if (NARROW.has(character)) return 0.36;
  if (WIDE.has(character)) return 0.9;
  if (character.codePointAt(0)! >= LAST_LATIN) return 1.05;
  return character >= 'A' && character <= 'Z' ? 0.7 : 0.58;
}

/** Returns the estimated width of a text in pixels. */
export function textWidth(text: string, fontSize: number): number {
  let shares = 0;
  for (const character of text) shares += shareOf(character);
  return shares * fontSize;
}

/** Returns the text, or its beginning with an ellipsis, so that it fits. */
export function fitText(text: string, width: number, fontSize: number): string {
  const room = width / fontSize;
  let shares = 0;
  let end = 0;
  let isWhole = true;
  for (const character of text) {
    shares += shareOf(character);
    if (shares > room) {
      isWhole = false;
      break;
    }
    // Room for the ellipsis.
    if (shares <= room - 0.9) end += character.length;
  }
  return isWhole ? text : `${text.slice(0, end).trimEnd()}…`;
}
