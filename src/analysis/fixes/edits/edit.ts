/** An edit of a file: a range of its bytes, and the cells that it changes. */

/** A cell that an edit changes, for people; values that may be secrets are masked where they are shown. */
export interface CellChange {
  /** Name of the attribute, member, element or parameter. */
  readonly name: string;
  /** Null: the cell is new. */
  readonly before: string | null;
  /** Null: the cell goes. */
  readonly after: string | null;
}

/** One range of the text as UTF-8, and what stands there afterwards. */
export interface Edit {
  /** Offsets of the first byte and behind the last; equal: text is inserted. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Cells that must stand there when the file is read again, in the words of its syntax; see `cells.ts`. */
  readonly cells: readonly string[];
  readonly change: CellChange;
  /** Range of the whole cell, if only one edit at a time may change it; absent: that of the edit. */
  readonly within?: Pick<Edit, 'start' | 'end'>;
}

/** Edits of one finding; a sentence says why there are none. */
export type Edits = readonly Edit[] | string;

/** Returns whether two lists have edits at the same place. */
export function overlap(some: readonly Edit[], others: readonly Edit[]): boolean {
  return some.some((one) => others.some((other) => meet(one.within ?? one, other.within ?? other)));
}

function meet(one: Pick<Edit, 'start' | 'end'>, other: Pick<Edit, 'start' | 'end'>): boolean {
  return one.start === one.end || other.start === other.end
    ? one.start <= other.end && other.start <= one.end
    : one.start < other.end && other.start < one.end;
}
