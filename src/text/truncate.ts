/** Truncation of texts: never within a character, and with an ellipsis. */

/** Returns the text, or its beginning and an ellipsis, well-formed and at most `charactersMax` UTF-16 units long. */
export function truncate(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text.toWellFormed();
  const beginning = text.slice(0, charactersMax - 1);
  const whole = /[\uD800-\uDBFF]$/.test(beginning) ? beginning.slice(0, -1) : beginning;
  // Copied, as a slice would hold the whole text in memory.
  return Buffer.from(`${whole}…`).toString();
}

/** Returns the text, or its beginning and an ellipsis, at most `bytesMax` bytes of UTF-8 long. */
export function truncateBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  const ellipsis = '…';
  const beginning = bytes.subarray(0, bytesMax - Buffer.byteLength(ellipsis));
  return `${new TextDecoder().decode(beginning, { stream: true })}${ellipsis}`;
}
