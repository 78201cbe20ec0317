/** Layout by edges: each step below all that it follows, steps of one row side by side. */
import { isErrorEdge, whenWords } from '../roles.ts';
import type { Box } from '../scene.ts';
import type { GraphEdge, WorkflowGraph } from '../workflow-graph.ts';
import type { Canvas, Corner, Extent } from './canvas.ts';
import { SIZES } from './sizes.ts';

/** Room between rows for the name of a condition. */
const NAMED_GAP = 32;
/** Between lines that pass rows at their side. */
const LANE = 10;

/** Edges between the steps of a group. A trigger leads to every step that follows no other. */
function edgesWithin({ edgesFrom, roleOf }: WorkflowGraph, nodes: readonly number[]): GraphEdge[] {
  const members = new Set(nodes);
  const edges = nodes.flatMap((node) =>
    (edgesFrom.get(node) ?? []).filter(({ to }) => to !== node && members.has(to)),
  );
  const triggers = nodes.filter((node) => roleOf(node) === 'trigger');
  if (triggers.length === 0 || triggers.length === nodes.length) return edges;
  const following = new Set(edges.map(({ to }) => to));
  for (const to of nodes)
    if (!following.has(to) && !triggers.includes(to))
      for (const from of triggers) edges.push({ from, to, when: '', bends: [] });
  return edges;
}

/** Returns the length of the longest way to each step. In a circle the edge back to an earlier step does not count. */
function rowsOf(nodes: readonly number[], edges: readonly GraphEdge[]): ReadonlyMap<number, number> {
  const before = new Map<number, number>(nodes.map((node) => [node, 0]));
  for (const { to } of edges) before.set(to, before.get(to)! + 1);
  const from = Map.groupBy(edges, (edge) => edge.from);
  const rows = new Map<number, number>();
  const ready = nodes.filter((node) => before.get(node) === 0);
  const left = new Set(nodes);
  let next = 0;
  while (left.size > 0) {
    if (ready.length === next) {
      // Every step left is in a circle: it opens at the first of them.
      const [first] = left;
      ready.push(first!);
    }
    const node = ready[next]!;
    next += 1;
    if (!left.delete(node)) continue;
    const row = rows.get(node) ?? 0;
    rows.set(node, row);
    for (const { to } of from.get(node) ?? []) {
      if (!left.has(to)) continue;
      rows.set(to, Math.max(rows.get(to) ?? 0, row + 1));
      before.set(to, before.get(to)! - 1);
      if (before.get(to) === 0) ready.push(to);
    }
  }
  return rows;
}

/** A row of steps with the room that it has. */
interface Row {
  readonly nodes: readonly number[];
  top: number;
  bottom: number;
  /** Above it. */
  readonly gap: number;
}

function orderedRows(nodes: readonly number[], edges: readonly GraphEdge[]): Row[] {
  const rowOf = rowsOf(nodes, edges);
  const rows: number[][] = [];
  for (const node of nodes) {
    const row = rowOf.get(node)!;
    while (rows.length <= row) rows.push([]);
    rows[row]!.push(node);
  }
  const into = Map.groupBy(edges, ({ to }) => to);
  const column = new Map<number, number>();
  const filled = rows.filter((row) => row.length > 0);
  return filled.map((row) => {
    const middle = (node: number): number => {
      const places = (into.get(node) ?? []).flatMap((edge) => column.get(edge.from) ?? []);
      return places.length === 0 ? 0 : places.reduce((sum, place) => sum + place, 0) / places.length;
    };
    const sorted = row.length === 1 ? row : row.toSorted((a, b) => middle(a) - middle(b) || a - b);
    for (const [place, node] of sorted.entries()) column.set(node, place);
    const isNamed = sorted.some((node) => into.get(node)?.some(({ when }) => when !== '') === true);
    return { nodes: sorted, top: 0, bottom: 0, gap: isNamed ? NAMED_GAP : SIZES.gap };
  });
}

/** Places steps by their edges. */
export function placeLayered(canvas: Canvas, nodes: readonly number[], { x, y, depth }: Corner): Extent {
  const edges = edgesWithin(canvas.graph, nodes);
  const rows = orderedRows(nodes, edges);
  const first = new Set(rows[0]?.nodes);
  // A line back to the first row arrives above it.
  const top = edges.some(({ to }) => first.has(to)) ? y + NAMED_GAP : y;
  const extent: Extent = { right: x, bottom: y };
  const rowOf = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    row.top = index === 0 ? top : extent.bottom + row.gap;
    let left = x;
    for (const node of row.nodes) {
      rowOf.set(node, index);
      const placed = canvas.place(node, { x: left, y: row.top, depth });
      left = placed.right + SIZES.sideGap;
      row.bottom = Math.max(row.bottom, placed.bottom);
      extent.right = Math.max(extent.right, placed.right);
    }
    extent.bottom = row.bottom;
  }
  let lanes = 0;
  const inner = extent.right;
  for (const edge of edges) {
    const [from, to] = [rowOf.get(edge.from)!, rowOf.get(edge.to)!];
    const isNext = to === from + 1;
    if (!isNext) lanes += 1;
    const lane = inner + lanes * LANE;
    drawEdge(canvas, edge, { from: rows[from]!, to: rows[to]!, lane: isNext ? undefined : lane });
    if (!isNext) extent.right = Math.max(extent.right, lane + LANE);
  }
  return extent;
}

/** Way of an edge: the rows that it joins, and the place at their side where it passes others; undefined: they are neighbours. */
interface Way {
  readonly from: Row;
  readonly to: Row;
  readonly lane: number | undefined;
}

function drawEdge({ boxOf, lines, labels }: Canvas, edge: GraphEdge, { from, to, lane }: Way): void {
  const [start, end]: readonly [Box, Box] = [boxOf.get(edge.from)!, boxOf.get(edge.to)!];
  const isError = isErrorEdge(edge.when);
  // Lines of errors enter beside the usual ones.
  const target = end.x + SIZES.spine + (isError ? 12 : 0);
  const source = start.x + SIZES.spine + (isError ? 12 : 0);
  const above = to.top - to.gap / 2;
  const points =
    lane === undefined
      ? [source, start.y + start.h, source, above, target, above, target, end.y]
      : [
          source,
          start.y + start.h,
          source,
          from.bottom + 6,
          lane,
          from.bottom + 6,
          lane,
          above,
          target,
          above,
          target,
          end.y,
        ];
  lines.push({ kind: isError ? 'error' : 'flow', points: withoutRepeats(points), hasArrow: true });
  const words = whenWords(edge.when);
  if (words !== '') labels.push({ x: target + 6, y: above + 4, text: words, anchor: 'start' });
}

/** Leaves out corners that repeat the one before. */
function withoutRepeats(points: readonly number[]): number[] {
  const corners: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    if (corners.at(-2) !== x || corners.at(-1) !== y) corners.push(x, y);
  }
  return corners;
}
