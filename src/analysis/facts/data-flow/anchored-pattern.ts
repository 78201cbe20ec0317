/** Patterns that limit a text as a whole. */

/** A regular expression from the beginning to the end of a text, without a part that takes anything. */
export const ANCHORED = /^(?:\^|\\A)(?:[^.\\]|\\.|\.(?![*+]))*(?:\$|\\[zZ])$/;
