/** Data where a workflow reads it. */
import type { Marks } from '../../../model/data-flow/family.ts';
import type { Activity } from '../../../model/workflow.ts';
import type { FamilySet } from '../tables/data-effect.ts';
import type { ValueUse } from '../use.ts';
import type { Fact } from './fact.ts';

/** A setting that reads data. */
export interface ReadPlace {
  readonly activity: Activity;
  /** Index of the setting. */
  readonly property: number;
}

/** Data where it is read, with what is known of it there. */
export interface Incoming {
  readonly source: number;
  readonly families: FamilySet;
  readonly marks: Marks;
  readonly path: readonly string[];
  readonly demands: readonly string[];
  readonly fact: Fact | undefined;
  /** Members of the cell of the fact that are read. */
  readonly read: readonly string[];
}

/** Place of a value in the text of a setting. */
export type PlaceInText = Pick<ValueUse, 'position' | 'before'>;

/** Place of a value in a setting that has no expression. */
export const UNKNOWN_PLACE: PlaceInText = { position: 'joined', before: '' };

/** Places where data leaves a workflow. */
export interface Exits {
  /** Returns the exits that a setting leads to, by index. */
  at(activity: number, property: number): readonly number[];
  /** Returns whether an exit is a text such as JSON, which says itself what its parts are. */
  isText(exit: number): boolean;
  /** By cell: the exit that the value has at the end of a run. */
  readonly atEnd: ReadonlyMap<number, number>;
}

/** Kind of what a source gives at a place, once in a workflow. */
export function kindKey(...parts: readonly (string | number | readonly string[])[]): string {
  let key = '';
  for (const part of parts) key += typeof part === 'object' ? ` ${part.join('.')}` : ` ${part}`;
  return key;
}
