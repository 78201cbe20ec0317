/** Names of people's choice inside a sentence that is plain text, such as a title or a message. */

/** Returns the name between marks that isolate its direction, as `<bdi>` does. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
