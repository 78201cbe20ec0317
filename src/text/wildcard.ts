/** Patterns with `*`, for options in which people name several things at once. */

/**
 * Returns whether the whole text matches, any letter case; `*` stands for any characters. Never backtracks: pieces are
 * found from left to right.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  const whole = text.toLowerCase();
  const pieces = pattern.toLowerCase().split('*');
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  if (pieces.length === 1) return whole === first;
  if (!whole.startsWith(first) || !whole.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = whole.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= whole.length - last.length;
}
