/** The way of data through a workflow, from its source to its sink. */
import type { Spot } from '../subjects/spot.ts';

/** Steps of the longest trace; of a longer one the first and the last half remain. */
export const TRACE_MAX = 12;

/** Kind of a step: `called` and `returned` lead into another page or file and back. */
export const TRACE_KINDS = ['source', 'assigned', 'joined', 'passed', 'called', 'returned', 'sink'] as const;
export type TraceKind = (typeof TRACE_KINDS)[number];

/** One step of a way, while its file is in memory. */
export interface TracePoint {
  /** In another file it has its place. */
  readonly at: Spot;
  /** Path of the other file that has the step; absent: it is in the file of the sink. */
  readonly file?: string;
  readonly how: TraceKind;
  /** Setting or symbol of the step that holds the data. */
  readonly property: string;
  /** Sentence about the step in the names of the file, never with a value. */
  readonly sentence: string;
  /** Steps that a long way leaves out behind this one. */
  readonly omitted?: number;
}
