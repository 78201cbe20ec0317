/** Layout of nested containers: steps from top to bottom, parts of a container side by side. */
import { slotWords } from '../roles.ts';
import type { WorkflowGraph } from '../workflow-graph.ts';
import { addBox, type Canvas, type Corner, type Extent } from './canvas.ts';
import { placeChart } from './chart.ts';
import { placeLayered } from './layered.ts';
import { SIZES } from './sizes.ts';

/** Types of containers whose steps run at the same time. */
const SIDE_BY_SIDE = new Set(['Parallel', 'Pick']);
/** Kind of flows whose order is that of their lines; jumps do not change it. */
const LINE_BY_LINE = 'power-automate-desktop-flow';
/** Kind of files that list parts, which do not follow each other. */
const LIST = 'blue-prism-release';
/** Part of a desktop flow that stands in the file before the steps that it is for. */
const AFTER_ERROR = 'OnError';
/** Parts whose members do not follow each other; `Tr` are transitions and triggers. */
const UNORDERED = /^(?:Tr.+s|Catches|branches|Guardrails|Resources)$/;

/** Places a step with what is in it. */
export function placeNode(canvas: Canvas, node: number, spot: Corner): Extent {
  const { graph } = canvas;
  const isContainer = graph.children[node]!.length > 0;
  if (!isContainer || !canvas.isOpen(node)) {
    const { stepWidth, stepHeight } = SIZES;
    addBox(canvas, { ...spot, node, form: isContainer ? 'closed' : 'step', w: stepWidth, h: stepHeight });
    return { right: spot.x + stepWidth, bottom: spot.y + stepHeight };
  }
  const { padding, headHeight, stepWidth } = SIZES;
  const box = addBox(canvas, { ...spot, node, form: 'container', w: 0, h: 0 });
  const inner = placeParts(canvas, node, {
    x: spot.x + padding,
    y: spot.y + headHeight,
    depth: spot.depth + 1,
  });
  box.w = Math.max(stepWidth, inner.right + padding - spot.x);
  box.h = inner.bottom + padding - spot.y;
  return { right: spot.x + box.w, bottom: spot.y + box.h };
}

/** Returns the steps of each part of a container; what happens after an error comes last. */
function partsOf(
  { children, slotOf }: WorkflowGraph,
  container: number,
): ReadonlyMap<string, readonly number[]> {
  const parts = Map.groupBy(children[container]!, slotOf);
  const after = parts.get(AFTER_ERROR);
  if (after === undefined || parts.size === 1) return parts;
  parts.delete(AFTER_ERROR);
  return parts.set(AFTER_ERROR, after);
}

/** Places what is in a container: its parts side by side, each with its name. */
export function placeParts(canvas: Canvas, container: number, spot: Corner): Extent {
  const { graph, labels, lines } = canvas;
  const parts = partsOf(graph, container);
  const isAlone = parts.size === 1;
  const extent: Extent = { right: spot.x, bottom: spot.y };
  const borders: number[] = [];
  let { x } = spot;
  for (const [slot, nodes] of parts) {
    if (x > spot.x) {
      borders.push(x);
      x += SIZES.sideGap;
    }
    const words = slotWords(slot, graph.roleOf(container), isAlone);
    const isNamed = words !== '';
    if (isNamed) labels.push({ x, y: spot.y + 13, text: words, anchor: 'start' });
    const y = spot.y + (isNamed || !isAlone ? SIZES.slotHeight : 0);
    const at = { x, y, depth: spot.depth };
    const isParallel = isAlone && SIDE_BY_SIDE.has(graph.typeOf(container));
    const placed = isParallel
      ? placeRow(canvas, nodes, at)
      : UNORDERED.test(slot)
        ? placeColumn(canvas, nodes, at, false)
        : placeGroup(canvas, nodes, at);
    extent.right = Math.max(extent.right, placed.right);
    extent.bottom = Math.max(extent.bottom, placed.bottom);
    x = placed.right + SIZES.sideGap;
  }
  for (const border of borders)
    lines.push({ kind: 'border', points: [border, spot.y, border, extent.bottom], hasArrow: false });
  return extent;
}

/** Places steps that follow each other: as a chart where the file has places, by their edges, or in their order. */
export function placeGroup(canvas: Canvas, nodes: readonly number[], spot: Corner): Extent {
  const { graph } = canvas;
  if (nodes.some((node) => graph.places.has(node))) return placeChart(canvas, nodes, spot);
  const { kind } = graph.workflow;
  if (kind !== LINE_BY_LINE && nodes.some((node) => graph.edgesFrom.has(node)))
    return placeLayered(canvas, nodes, spot);
  return placeColumn(canvas, nodes, spot, kind !== LIST);
}

/** Places steps from top to bottom. @param isOrdered a line leads from each to the next */
function placeColumn(
  canvas: Canvas,
  nodes: readonly number[],
  { x, y, depth }: Corner,
  isOrdered: boolean,
): Extent {
  const extent: Extent = { right: x, bottom: y };
  let top = y;
  for (const node of nodes) {
    if (isOrdered && top > y) {
      const line = x + SIZES.spine;
      canvas.lines.push({ kind: 'flow', points: [line, top - SIZES.gap, line, top], hasArrow: true });
    }
    const placed = placeNode(canvas, node, { x, y: top, depth });
    extent.right = Math.max(extent.right, placed.right);
    extent.bottom = placed.bottom;
    top = placed.bottom + SIZES.gap;
  }
  return extent;
}

/** Places steps side by side. */
function placeRow(canvas: Canvas, nodes: readonly number[], { x, y, depth }: Corner): Extent {
  const extent: Extent = { right: x, bottom: y };
  let left = x;
  for (const node of nodes) {
    const placed = placeNode(canvas, node, { x: left, y, depth });
    extent.right = placed.right;
    extent.bottom = Math.max(extent.bottom, placed.bottom);
    left = placed.right + SIZES.sideGap;
  }
  return extent;
}
