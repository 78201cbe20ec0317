/** Ways of data through one workflow, between the ends that other files and rules see. */

import type { Spot } from '../subjects/spot.ts';
import type { Anchor } from '../workflow.ts';
import type { Family, Marks } from './family.ts';
import type { SinkKind } from './flow.ts';
import type { TraceKind } from './trace.ts';

/**
 * An end of ways through a workflow. `in` and `out` are arguments of the workflow or inputs of a page; `call-in` is what a
 * call gives to its callee, `call-out` what it gets back; a channel carries data under a name that is not a symbol, such
 * as a queue.
 */
export interface FlowEnd<At extends Anchor = Spot> {
  readonly kind: 'source' | 'sink' | 'in' | 'out' | 'call-in' | 'call-out' | 'channel-in' | 'channel-out';
  /**
   * Name of the symbol, binding or channel, as callers match it; `*` for an end that has all of them as members. Of a source
   * or sink the setting.
   */
  readonly name: string;
  /** Index in `WorkflowFacts.calls`; -1: it is of no call. */
  readonly call: number;
  /** Page that it belongs to, by index of its activity; -1: the workflow. */
  readonly page: number;
  readonly at: At;
  /** Name of the step; '' for none. */
  readonly step: string;
  /** Members below which the end has the names; absent: none. */
  readonly prefix?: readonly string[];
  /** Of a source, sink or channel: words for it in a sentence. */
  readonly words?: string;
  /** Of a source: the sentence about it, and its family. */
  readonly sentence?: string;
  readonly family?: Family;
  /** Of a source: number of further ones that count as this one. */
  readonly more?: number;
  readonly sink?: SinkKind;
  /** Of a sink: values with one of these marks do no harm. */
  readonly safe?: Marks;
  /** Of a sink: rules that do not report it, or have reported it in its own file. */
  readonly settled?: readonly string[];
}

/** A step of a way, in the words of its file. */
export interface FlowVia<At extends Anchor = Spot> {
  readonly at: At;
  readonly how: TraceKind;
  readonly property: string;
  readonly sentence: string;
}

/** A way from one end to another. */
export interface FlowEdge {
  /** Indexes in `ends`. */
  readonly from: number;
  readonly to: number;
  /** Families that take it, as bits in the order of `FAMILIES`. */
  readonly families: number;
  readonly marks: Marks;
  /** Members of the first end that are read; empty for all of it. */
  readonly demands: readonly string[];
  /** Member of the last end that gets the data; empty for all of it. */
  readonly path: readonly string[];
  /** Steps between the ends, by their indexes in `vias`: the first and last ones of a long way. */
  readonly vias: readonly number[];
  /** Number of steps that are left out behind the first half; absent: none. */
  readonly omitted?: number;
}

/** Summary of a workflow: what comes in where, and where it gets to. */
export interface FlowFacts<At extends Anchor = Spot> {
  readonly ends: readonly FlowEnd<At>[];
  readonly edges: readonly FlowEdge[];
  readonly vias: readonly FlowVia<At>[];
  /** True if the workflow has more ways than the limit. */
  readonly isCut?: true;
}
