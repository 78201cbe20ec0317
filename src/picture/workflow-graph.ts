/** Workflow as a picture reads it: children, edges and findings of each step. */

import { STEP_FLAGS } from '../analysis/model/outline/file-outline.ts';
import type { ShownPin, ShownWorkflow } from '../analysis/model/outline/shown-outline.ts';
import { SEVERITIES, type Severity } from '../analysis/model/rule.ts';
import type { StepFindings } from './scene.ts';

/** An edge between two steps. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  /** Condition on which it is taken; '' when there is nothing to say. */
  readonly when: string;
  /** Corners in the designer. */
  readonly bends: readonly number[];
}

/** Rectangle of a step in the designer. */
export interface GraphPlace {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Step or page that a step starts. */
export interface GraphCall {
  readonly target: string;
  /** Step of the same workflow, or -1. */
  readonly page: number;
  /** Workflow of the same file, or -1. */
  readonly workflow: number;
}

/** A workflow to be drawn. REST answers it with other names of platforms. */
export type PictureWorkflow = Omit<ShownWorkflow, 'platform' | 'kind'> & { readonly kind: string };

/** Kind of a picture whose steps are workflows, and whose edges are calls between them. */
export const CALL_GRAPH = 'call-graph';

export interface WorkflowGraph {
  readonly workflow: PictureWorkflow;
  readonly size: number;
  /** Steps without a container. */
  readonly roots: readonly number[];
  readonly children: readonly (readonly number[])[];
  readonly edgesFrom: ReadonlyMap<number, readonly GraphEdge[]>;
  readonly places: ReadonlyMap<number, GraphPlace>;
  readonly calls: ReadonlyMap<number, GraphCall>;
  /** Steps in a container, at any depth. */
  readonly inside: Int32Array;
  findingsOf(node: number): StepFindings;
  nameOf(node: number): string;
  typeOf(node: number): string;
  roleOf(node: number): string;
  slotOf(node: number): string;
  hasFlag(node: number, flag: keyof typeof STEP_FLAGS): boolean;
}

const NONE: readonly never[] = [];
const RANKS = new Map<Severity, number>(SEVERITIES.map((severity, rank) => [severity, rank]));
const CLEAN = SEVERITIES.length;

/** Conditions of edges that go without saying. */
const USUAL = new Set(['next', 'succeeded', '']);

/** Returns the rank of a severity; the worst is 0. */
export const severityRank = (severity: Severity): number => RANKS.get(severity) ?? CLEAN;

function edgesOf({ edges, texts }: PictureWorkflow): Map<number, GraphEdge[]> {
  const edgesFrom = new Map<number, GraphEdge[]>();
  for (const [index, from] of edges.from.entries()) {
    const when = texts[edges.when[index]!] ?? '';
    const edge = {
      from,
      to: edges.to[index]!,
      when: USUAL.has(when) ? '' : when,
      bends: edges.bends[index] ?? NONE,
    };
    const known = edgesFrom.get(from);
    if (known === undefined) edgesFrom.set(from, [edge]);
    else known.push(edge);
  }
  return edgesFrom;
}

/** Sums up findings from the innermost containers outwards: a container stands before what is in it. */
function sumUp(workflow: PictureWorkflow) {
  const { parent } = workflow.nodes;
  const size = parent.length;
  const own = new Map<number, ShownPin[]>();
  const worst = new Uint8Array(size).fill(CLEAN);
  const counts = new Int32Array(size);
  const inside = new Int32Array(size);
  for (const pin of workflow.pins) {
    if (pin.node < 0) continue;
    const known = own.get(pin.node);
    if (known === undefined) own.set(pin.node, [pin]);
    else known.push(pin);
    counts[pin.node]! += 1;
    if (!pin.waived) worst[pin.node] = Math.min(worst[pin.node]!, severityRank(pin.severity));
  }
  for (let node = size - 1; node >= 0; node -= 1) {
    const up = parent[node]!;
    if (up < 0) continue;
    inside[up]! += inside[node]! + 1;
    counts[up]! += counts[node]!;
    worst[up] = Math.min(worst[up]!, worst[node]!);
  }
  for (const pins of own.values())
    pins.sort(
      (a, b) => Number(a.waived) - Number(b.waived) || severityRank(a.severity) - severityRank(b.severity),
    );
  return { own, worst, counts, inside };
}

/** Indexes a workflow. */
export function graphOf(workflow: PictureWorkflow): WorkflowGraph {
  const { nodes, places, calls, texts } = workflow;
  const size = nodes.parent.length;
  const roots: number[] = [];
  const children: (number[] | undefined)[] = new Array(size).fill(undefined);
  for (let node = 0; node < size; node += 1) {
    const parent = nodes.parent[node]!;
    if (parent < 0) roots.push(node);
    else {
      const known = children[parent];
      if (known === undefined) children[parent] = [node];
      else known.push(node);
    }
  }
  const { own, worst, counts, inside } = sumUp(workflow);
  return {
    workflow,
    size,
    roots,
    children: children.map((list) => list ?? NONE),
    edgesFrom: edgesOf(workflow),
    places: new Map(
      places.node.map((node, index) => [
        node,
        { x: places.x[index]!, y: places.y[index]!, w: places.w[index]!, h: places.h[index]! },
      ]),
    ),
    calls: new Map(
      calls.node.map((node, index) => [
        node,
        { target: calls.target[index]!, page: calls.page[index]!, workflow: calls.workflow[index]! },
      ]),
    ),
    inside,
    findingsOf: (node) => ({
      own: own.get(node) ?? NONE,
      worst: SEVERITIES[worst[node]!],
      count: counts[node]!,
    }),
    nameOf: (node) => nodes.name[node]!,
    typeOf: (node) => texts[nodes.type[node]!] ?? '',
    roleOf: (node) => texts[nodes.role[node]!] ?? '',
    slotOf: (node) => texts[nodes.slot[node]!] ?? '',
    hasFlag: (node, flag) => (nodes.flags[node]! & STEP_FLAGS[flag]) !== 0,
  };
}
