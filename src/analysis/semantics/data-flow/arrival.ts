/** Ends of ways: data at sinks, and tests that it has passed. */
import type { Marks } from '../../model/data-flow/family.ts';
import type { SinkKind } from '../../model/data-flow/flow.ts';
import type { Fact } from './fact.ts';

/** Data of a source at a sink. */
export interface Arrival {
  readonly source: number;
  readonly kind: SinkKind;
  readonly words: string;
  readonly activity: number;
  readonly property: number;
  readonly marks: Marks;
  /** Fact that was read; undefined where the setting itself has the source. */
  readonly fact: Fact | undefined;
}

/** A test that data has passed. */
export interface PassedGuard {
  readonly cell: number;
  readonly activity: number;
  readonly families: number;
  readonly sinks: readonly SinkKind[] | undefined;
}
