/** Copies of texts that outlive their file. */

/**
 * Returns the same text in memory of its own. A slice of a document retains the whole document: store this copy if the
 * slice outlives the document.
 */
export function ownText(piece: string): string {
  // Concatenation makes a new text, and the slice without the blank refers to that one.
  return ` ${piece}`.slice(1);
}
