/** Line of the way that the data of a finding takes through a picture. */
import type { Box } from './scene.ts';
import type { WorkflowGraph } from './workflow-graph.ts';

/** Step of a way that is of this workflow. */
export interface WayStep {
  readonly node: number;
  /** Position on the whole way, from 1, as in the list of its steps. */
  readonly number: number;
}

/** A box that the way passes. */
export interface WayStop {
  readonly x: number;
  readonly y: number;
  /** Step of the way that is shown here: a closed container stands for the steps in it. */
  readonly node: number;
  readonly number: number;
}

/** A way as it is drawn. */
export interface WayLine {
  readonly stops: readonly WayStop[];
  /** Path data of SVG from stop to stop. */
  readonly path: string;
}

/** Heights at which a line leaves a box: half of a step, the head of a container. */
const HEAD = 20;
/** Widths of the bow between two stops. */
const BOW_MIN = 28;
const BOW_MAX = 130;

/** Returns the steps of a way that are of this workflow, each next to a different one. */
export function stepsOfWay(way: readonly number[]): readonly WayStep[] {
  return way.flatMap((node, place) =>
    node < 0 || node === way[place - 1] ? [] : [{ node, number: place + 1 }],
  );
}

/** Draws a way through the boxes of a scene; steps on other pages are left out. */
export function wayLine(
  { workflow }: WorkflowGraph,
  boxOf: ReadonlyMap<number, Box>,
  way: readonly WayStep[],
): WayLine {
  const { parent } = workflow.nodes;
  const stops: WayStop[] = [];
  for (const { node, number } of way) {
    let at = node;
    while (at >= 0 && !boxOf.has(at)) at = parent[at]!;
    const box = boxOf.get(at);
    if (box === undefined || stops.at(-1)?.node === at) continue;
    const y = box.y + (box.form === 'step' ? box.h / 2 : Math.min(HEAD, box.h / 2));
    stops.push({ x: box.x, y, node: at, number });
  }
  return { stops, path: stops.map(segment).join('') };
}

/** Returns the bow from the stop before to a stop, to the left of both. */
function segment({ x, y }: WayStop, place: number, stops: readonly WayStop[]): string {
  if (place === 0) return `M${x} ${y}`;
  const from = stops[place - 1]!;
  const bow = Math.min(BOW_MAX, BOW_MIN + Math.abs(y - from.y) * 0.2);
  const left = Math.min(x, from.x) - bow;
  return `C${left} ${from.y} ${left} ${y} ${x} ${y}`;
}
