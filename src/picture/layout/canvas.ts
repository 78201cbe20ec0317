/** Canvas that a layout places boxes, lines and labels on. */
import type { Box, Label, Line } from '../scene.ts';
import type { WorkflowGraph } from '../workflow-graph.ts';

export interface Canvas {
  readonly graph: WorkflowGraph;
  readonly boxes: Box[];
  readonly lines: Line[];
  readonly labels: Label[];
  /** Box of each step that has one. */
  readonly boxOf: Map<number, Box>;
  isOpen(node: number): boolean;
  /** Places a step with what is in it. */
  place(node: number, spot: Corner): Extent;
}

/** Upper left corner of what is placed, and the number of containers around it. */
export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** Lower right corner of what was placed. */
export interface Extent {
  right: number;
  bottom: number;
}

/** Creates an empty canvas. @param place places any step: charts, rows and columns hold each other */
export function createCanvas(
  graph: WorkflowGraph,
  isOpen: (node: number) => boolean,
  place: (canvas: Canvas, node: number, spot: Corner) => Extent,
): Canvas {
  const canvas: Canvas = {
    graph,
    boxes: [],
    lines: [],
    labels: [],
    boxOf: new Map(),
    isOpen,
    place: (node, spot) => place(canvas, node, spot),
  };
  return canvas;
}

/** A box to add, and its upper left corner. */
export type NewBox = Corner & Pick<Box, 'node' | 'form' | 'w' | 'h'>;

/** Adds a box. */
export function addBox(canvas: Canvas, { node, form, x, y, w, h, depth }: NewBox): Box {
  const box: Box = { node, form, x, y, w, h, depth };
  canvas.boxes.push(box);
  canvas.boxOf.set(node, box);
  return box;
}

/** State of a canvas before something is placed that may have to move. */
export interface CanvasMark {
  readonly boxes: number;
  readonly lines: number;
  readonly labels: number;
}

/** Returns the present state. */
export function markOf({ boxes, lines, labels }: Canvas): CanvasMark {
  return { boxes: boxes.length, lines: lines.length, labels: labels.length };
}

/** Moves what was placed between two marks. */
export function move(
  { boxes, lines, labels }: Canvas,
  [from, to]: readonly [CanvasMark, CanvasMark],
  [dx, dy]: readonly [number, number],
): void {
  if (dx === 0 && dy === 0) return;
  for (let i = from.boxes; i < to.boxes; i += 1) {
    boxes[i]!.x += dx;
    boxes[i]!.y += dy;
  }
  for (let i = from.lines; i < to.lines; i += 1) {
    const { points } = lines[i]!;
    for (let at = 0; at < points.length; at += 2) {
      points[at]! += dx;
      points[at + 1]! += dy;
    }
  }
  for (let i = from.labels; i < to.labels; i += 1) {
    labels[i]!.x += dx;
    labels[i]!.y += dy;
  }
}
