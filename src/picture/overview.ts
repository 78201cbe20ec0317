/** Pictures of bounded size: of a large workflow the outer containers are open, and the others are closed. */
import { opensAtFirst } from './open-state.ts';
import type { Scene } from './scene.ts';
import type { WorkflowGraph } from './workflow-graph.ts';

/** Steps that a picture shows: about a megabyte of SVG, and some milliseconds of work. */
export const PICTURE_STEPS_MAX = 1_000;

/** Returns which containers are open in a picture with these outermost steps, while there is room. */
export function openWithin(graph: WorkflowGraph, outermost: readonly number[]): (node: number) => boolean {
  const open = new Set<number>();
  const shown = [...outermost];
  for (const node of shown) {
    const inside = graph.children[node]!;
    if (inside.length === 0 || shown.length + inside.length > PICTURE_STEPS_MAX) continue;
    if (!opensAtFirst(graph, node)) continue;
    open.add(node);
    shown.push(...inside);
  }
  return (node) => open.has(node);
}

/** Returns the picture of more steps side by side than a picture shows: a sentence. */
export function tooWideScene(count: number): Scene {
  const text = `${count} steps follow each other here, too many for a picture. The outline lists them.`;
  const label = { x: 24, y: 40, text, anchor: 'start' } as const;
  return { width: 640, height: 72, boxes: [], lines: [], labels: [label], pins: [], rests: [] };
}
