/** Sentences of a rule page, in which backticks mark names and values. */

/** Shows a sentence with its marked parts as code. */
export function Prose({ text }: { readonly text: string }) {
  const parts = text.split('`');
  // An odd number of marks: one of them is a backtick of the text itself.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));
}
