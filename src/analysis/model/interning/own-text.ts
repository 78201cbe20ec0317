/** Texts that outlive the file that they are from. */

/**
 * The same text in memory of its own. A piece that was cut from a document keeps all of the document in memory: whoever
 * keeps a piece for longer than the document keeps this.
 */
export function ownText(piece: string): string {
  // Joining makes a new text, and cutting the blank off again refers to that one.
  return ` ${piece}`.slice(1);
}
