/** Ends of ways: data at sinks, and tests that it has passed. */
import type { Marks } from '../../../model/data-flow/family.ts';
import type { SinkKind } from '../../../model/data-flow/flow.ts';
import type { FamilySet } from '../tables/data-effect.ts';
import type { Fact, Origin } from './fact.ts';

/** Data of a source at a sink. */
export interface Arrival {
  readonly source: number;
  readonly families: FamilySet;
  readonly kind: SinkKind;
  readonly words: string;
  readonly activity: number;
  readonly property: number;
  readonly marks: Marks;
  readonly demands: readonly string[];
  /** Values with one of these marks do no harm there. */
  readonly safe: Marks;
  /** Fact that was read; undefined where the setting itself has the source. */
  readonly fact: Fact | undefined;
  /** All ways of the source to this place. */
  readonly origins: readonly Origin[];
}

/** Data of a source that leaves the workflow. */
export interface Departure {
  readonly source: number;
  readonly families: FamilySet;
  /** Index of the exit. */
  readonly exit: number;
  readonly marks: Marks;
  readonly demands: readonly string[];
  /** Member of what leaves that holds the data. */
  readonly path: readonly string[];
  readonly activity: number;
  readonly fact: Fact | undefined;
  /** All ways of the source to this exit. */
  readonly origins: readonly Origin[];
}
