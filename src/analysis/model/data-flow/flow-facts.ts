/** Ways of data through one workflow, between the ends that other files and rules see. */
import type { Spot } from '../subjects/spot.ts';
import type { Family, Marks } from './family.ts';
import type { SinkKind } from './flow.ts';
import type { TraceKind } from './trace.ts';

/**
 * An end of ways through a workflow. `in` and `out` are arguments of the workflow or inputs of a page; `call-in` is what a
 * call gives to its callee, `call-out` what it gets back; a channel carries data under a name that is not a symbol, such
 * as a queue.
 */
export interface FlowEnd {
  readonly kind: 'source' | 'sink' | 'in' | 'out' | 'call-in' | 'call-out' | 'channel-in' | 'channel-out';
  /** Name of the symbol, binding or channel, as callers match it; of a source or sink its setting. */
  readonly name: string;
  /** Index in `WorkflowFacts.calls`; -1: it is of no call. */
  readonly call: number;
  /** Page that it belongs to, by index of its activity; -1: the workflow. */
  readonly page: number;
  readonly at: Spot;
  /** Name of the step. */
  readonly step: string;
  /** Of a source or sink: words for it in a sentence. */
  readonly words?: string;
  readonly family?: Family;
  readonly sink?: SinkKind;
}

/** A step of a way, in the words of its file. */
export interface FlowVia {
  readonly at: Spot;
  readonly how: TraceKind;
  readonly property: string;
  readonly sentence: string;
}

/** A way from one end to another. */
export interface FlowEdge {
  /** Indexes in `ends`. */
  readonly from: number;
  readonly to: number;
  readonly marks: Marks;
  /** Steps between the ends, the first and last ones of a long way. */
  readonly via: readonly FlowVia[];
}

/** Summary of a workflow: what comes in where, and where it gets to. */
export interface FlowFacts {
  readonly ends: readonly FlowEnd[];
  readonly edges: readonly FlowEdge[];
  /** True if the workflow has more edges than the limit. */
  readonly isCut?: true;
}
