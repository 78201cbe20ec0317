/** Subject of a note that is not about its owner. Imports nothing. */

/** Subject of a note: the position of a variable or argument, or the next step in a slot. */
export type NoteSubject =
  | { readonly symbol: number }
  /** The index that the step behind the note has, and its slot: another one is another list of steps. */
  | { readonly step: number; readonly slot: string };
