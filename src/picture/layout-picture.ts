/** Layout of a whole picture. Equal workflows give equal scenes. */

import type { ShownPin } from '../analysis/model/outline/shown-outline.ts';
import { type Canvas, createCanvas } from './layout/canvas.ts';
import { placeGroup, placeNode, placeParts } from './layout/nested.ts';
import { SIZES } from './layout/sizes.ts';
import { opensAtFirst, picturePages } from './open-state.ts';
import type { Box, Label, PinMark, PinRest, Scene } from './scene.ts';
import { severityRank, type WorkflowGraph } from './workflow-graph.ts';

/** Part of a workflow that is drawn, and which containers are open. */
export interface PictureOptions {
  /** Page that is drawn, where the workflow has pages; absent: the first. */
  readonly page?: number;
  /** Returns whether a container is open; absent: `opensAtFirst`. */
  readonly isOpen?: (node: number) => boolean;
}

/** Pins that a box has room for. */
const PINS_MAX = 3;
const PIN_STEP = 25;
/** Pins of a wide container stay near its title, where the view begins. */
const PINS_RIGHT_MAX = 420;
/** Height of the row of pins of the workflow as a whole. */
const FILE_ROW = 28;

/** Lays out a workflow. */
export function layoutPicture(graph: WorkflowGraph, options: PictureOptions = {}): Scene {
  const { isOpen = (node: number) => opensAtFirst(graph, node) } = options;
  const canvas = createCanvas(graph, isOpen, placeNode);
  const pages = picturePages(graph);
  const page = options.page !== undefined && pages.includes(options.page) ? options.page : pages[0];
  const filePins = outerPins(graph, pages, page);
  const { margin } = SIZES;
  const spot = { x: margin, y: margin + (filePins.length > 0 ? FILE_ROW : 0), depth: 0 };
  const extent = page === undefined ? placeGroup(canvas, graph.roots, spot) : placeParts(canvas, page, spot);
  const pins: PinMark[] = [];
  const rests: PinRest[] = [];
  placeFilePins(filePins, pins, rests);
  if (filePins.length > 0) canvas.labels.push(fileLabel(pins.length, rests.length));
  for (const [box, own] of pinsByBox(canvas, page)) placePins(box, own, pins, rests);
  const { boxes, lines, labels } = canvas;
  const width = Math.max(extent.right, SIZES.stepWidth + margin, ...pins.map(({ x }) => x + 12)) + margin;
  return { width, height: extent.bottom + margin, boxes, lines, labels, pins, rests };
}

/** Returns the pins that belong to no box: of the workflow, of the page that is drawn, and of what is on no page. */
export function outerPins(
  { workflow }: WorkflowGraph,
  pages: readonly number[],
  page: number | undefined,
): readonly ShownPin[] {
  const onPages = new Set(pages);
  const { parent } = workflow.nodes;
  return workflow.pins.filter(({ node }) => {
    if (node < 0 || node === page) return true;
    return page !== undefined && parent[node]! < 0 && !onPages.has(node);
  });
}

/** Returns the pins of each box, with those of steps that it hides. */
function pinsByBox({ graph, boxOf }: Canvas, page: number | undefined): ReadonlyMap<Box, ShownPin[]> {
  const { parent } = graph.workflow.nodes;
  const byBox = new Map<Box, Map<string, ShownPin>>();
  for (const pin of graph.workflow.pins) {
    let at = pin.node;
    while (at >= 0 && !boxOf.has(at)) at = parent[at]!;
    const box = boxOf.get(at);
    // It lies on another page.
    if (box === undefined || at === page) continue;
    const known = byBox.get(box) ?? new Map<string, ShownPin>();
    if (!known.has(pin.findingId)) byBox.set(box, known.set(pin.findingId, pin));
  }
  return new Map([...byBox].map(([box, pins]) => [box, [...pins.values()]]));
}

const byWeight = (a: ShownPin, b: ShownPin): number =>
  Number(a.waived) - Number(b.waived) || severityRank(a.severity) - severityRank(b.severity);

/** Places the worst pins of a box at its upper side, the worst to the right. */
function placePins({ x, y, w }: Box, own: ShownPin[], pins: PinMark[], rests: PinRest[]): void {
  own.sort(byWeight);
  const isCut = own.length > PINS_MAX;
  const shown = isCut ? own.slice(0, PINS_MAX - 1) : own;
  const right = x + Math.min(w, PINS_RIGHT_MAX) - 14;
  for (const [place, pin] of shown.entries()) pins.push({ x: right - place * PIN_STEP, y, pin });
  if (isCut) rests.push({ x: right - shown.length * PIN_STEP, y, count: own.length - shown.length });
}

/** Names the marks of the workflow as a whole, behind them. */
function fileLabel(pins: number, rests: number): Label {
  const x = SIZES.margin + 12 + (pins + rests) * PIN_STEP;
  return { x, y: SIZES.margin + 4, text: 'the workflow as a whole', anchor: 'start' };
}

function placeFilePins(filePins: readonly ShownPin[], pins: PinMark[], rests: PinRest[]): void {
  const sorted = filePins.toSorted(byWeight);
  const shown = sorted.slice(0, 8);
  for (const [place, pin] of shown.entries())
    pins.push({ x: SIZES.margin + 12 + place * PIN_STEP, y: SIZES.margin, pin });
  if (sorted.length > shown.length)
    rests.push({
      x: SIZES.margin + 12 + shown.length * PIN_STEP,
      y: SIZES.margin,
      count: sorted.length - shown.length,
    });
}
