/** Sources of untrusted data by who writes it, in the words of the rows. */

/** Data that people outside the organisation can write. */
export const FROM_OUTSIDE: ReadonlySet<string> = new Set([
  'mail',
  'request',
  'form answer',
  'chat message',
  'question to an agent',
  'document',
  'answer of a language model',
]);
