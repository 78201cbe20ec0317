/** The kinds of parts of a file that could not be read, and which of them may hide nothing. */

/** Harmlessness of an unread part, with its reason. */
interface UnreadKindFacts {
  readonly isHarmless: boolean;
  readonly because: string;
}

/** A part of a harmless kind is a medium finding; any other is a high one, which blocks. */
export const UNREAD_KINDS = {
  'no-content': {
    isHarmless: true,
    because: 'A number or a truth value holds nothing that a rule looks at.',
  },
  'unmatched-end': { isHarmless: true, because: 'All statements are read; only the nesting is uncertain.' },
  'undeclared-page': {
    isHarmless: true,
    because: 'The stages of the page are read like those of any other.',
  },
  'wrong-type': { isHarmless: false, because: 'A list that is something else may hold any text.' },
  'repeated-key': { isHarmless: false, because: 'The action that does not count may hold a secret.' },
  'unknown-entry': { isHarmless: false, because: 'An entry without a name may hold any setting.' },
  'unknown-statement': { isHarmless: false, because: 'A line that is not understood may do anything.' },
  'missing-definition': {
    isHarmless: false,
    because: 'What the file names but does not hold has not been seen.',
  },
  'damaged-part': { isHarmless: false, because: 'Nothing in a part that cannot be opened has been seen.' },
} as const satisfies Readonly<Record<string, UnreadKindFacts>>;

export type UnreadKind = keyof typeof UNREAD_KINDS;
