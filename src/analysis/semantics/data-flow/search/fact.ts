/** Facts: data of a source is in a cell from a step on. */
import type { Marks } from '../../../model/data-flow/family.ts';
import type { TraceKind } from '../../../model/data-flow/trace.ts';
import type { FamilySet } from '../tables/data-effect.ts';

/** A read of data: a fact, or the source itself. */
export interface Origin {
  /** Undefined for a source. */
  readonly fact: Fact | undefined;
  /** Members of its cell that are read. */
  readonly read: readonly string[];
}

/** Data of a source in a cell. */
export interface Fact {
  readonly cell: number;
  /** Step that puts it there; `AT_START` for the beginning of a run. */
  readonly writer: number;
  /** Index of the source. */
  readonly source: number;
  /** Families that come this way: of data from another file, those that no step before has stopped. */
  readonly families: FamilySet;
  readonly marks: Marks;
  /** Member of the cell that holds it, in lower case; empty for all of it. */
  readonly path: readonly string[];
  /** Of data from another file: members of what came in that hold it here; empty for all of it. */
  readonly demands: readonly string[];
  /** Fact that it follows from; undefined for one of a source. */
  readonly parent: Fact | undefined;
  readonly how: TraceKind;
  /** Setting in which the data was read; -1 for none. */
  readonly readAt: number;
  /** Origins that it follows from, the parent among them; facts of one kind share the list. */
  readonly origins: readonly Origin[];
}

/** Members of a longer path are one. */
export const FOLLOWED_MEMBERS_MAX = 3;

/** Returns a path within the limit. */
export const shortPath = (path: readonly string[]): readonly string[] =>
  path.length > FOLLOWED_MEMBERS_MAX ? path.slice(0, FOLLOWED_MEMBERS_MAX) : path;

/**
 * Returns the member of what is read that holds the data: all of it where a part of the data is read. Undefined when
 * another member is read. A computed key (`''`) may be any.
 * @param read members that are read
 * @param held member that holds the data
 */
export function readPath(read: readonly string[], held: readonly string[]): readonly string[] | undefined {
  const both = Math.min(read.length, held.length);
  for (let at = 0; at < both; at += 1)
    if (read[at] !== held[at] && read[at] !== '' && held[at] !== '') return undefined;
  return held.slice(both);
}
