/** Edges of charts: along the corners that the designer saved, else straight. */
import { isErrorEdge, whenWords } from '../roles.ts';
import type { Box } from '../scene.ts';
import type { GraphEdge } from '../workflow-graph.ts';
import type { Canvas, Extent } from './canvas.ts';
import type { Projection } from './chart-scale.ts';
import { SIZES } from './sizes.ts';

type Point = readonly [x: number, y: number];

/** Length of the arrow to the first step. */
const START_LINE = 20;
/** From the start of an edge to its name. */
const NAME_OFFSET = 14;
const NAME_ACROSS = 22;

/** Draws the edges between the steps of a chart. Returns how far they reach. */
export function drawChartLines(canvas: Canvas, nodes: readonly number[], projection: Projection): Extent {
  const { graph, boxOf, lines, labels } = canvas;
  const members = new Set(nodes);
  const reach: Extent = { right: 0, bottom: 0 };
  for (const node of nodes) {
    const box = boxOf.get(node)!;
    if (graph.hasFlag(node, 'first')) {
      const x = box.x + SIZES.spine;
      lines.push({ kind: 'flow', points: [x, box.y - START_LINE, x, box.y], hasArrow: true });
      labels.push({ x: x + 8, y: box.y - START_LINE + 8, text: 'Start', anchor: 'start' });
    }
    for (const edge of graph.edgesFrom.get(node) ?? []) {
      if (edge.to === node || !members.has(edge.to) || isHidden(edge)) continue;
      const points = wayOf(edge, box, boxOf.get(edge.to)!, projection);
      const isError = isErrorEdge(edge.when);
      const corners = points.flat();
      lines.push({
        kind: isError ? 'error' : 'flow',
        points: corners,
        hasArrow: boxOf.get(edge.to)!.form !== 'dot',
      });
      for (const [x, y] of points) {
        reach.right = Math.max(reach.right, x);
        reach.bottom = Math.max(reach.bottom, y);
      }
      const words = whenWords(edge.when);
      if (words !== '') labels.push({ ...namePlace(points), text: words });
    }
  }
  return reach;
}

/** Conditions of links that the product follows without drawing them. */
const UNDRAWN = new Set(['done', 'repeat', 'otherwise', 'timedout']);

const isHidden = ({ when, bends }: GraphEdge): boolean => bends.length === 0 && UNDRAWN.has(when);

function wayOf({ bends }: GraphEdge, from: Box, to: Box, projection: Projection): readonly Point[] {
  if (bends.length < 6) return straight(from, to);
  const corners: Point[] = [];
  for (let at = 0; at < bends.length; at += 2)
    corners.push(projected(bends[at]!, bends[at + 1]!, projection));
  const inner = corners.slice(1, -1);
  const start = attach(from, corners[0]!, inner[0]!);
  const end = attach(to, corners.at(-1)!, inner.at(-1)!);
  // The corners beside a box follow its side, which lies elsewhere than in the designer.
  const first = { at: start, old: corners[0]! };
  const last = { at: end, old: corners.at(-1)! };
  return [start, ...aligned(inner, first, last), end];
}

function projected(x: number, y: number, { scale, spreadX, spreadY, dx, dy }: Projection): Point {
  const [px, py] = [x * scale.x, y * scale.y];
  return [px + spreadX.at(px) + dx, py + spreadY.at(py) + dy];
}

const isUpright = ([ax, ay]: Point, [bx, by]: Point): boolean => Math.abs(ax - bx) <= Math.abs(ay - by);

/** Returns the point of a box's border at which a line from a corner arrives. @param old end of the line in the designer */
function attach({ x, y, w, h }: Box, old: Point, corner: Point): Point {
  if (isUpright(old, corner)) {
    const at = Math.min(Math.max(corner[0], x + 6), x + w - 6);
    return [at, corner[1] < y + h / 2 ? y : y + h];
  }
  const at = Math.min(Math.max(corner[1], y + 6), y + h - 6);
  return [corner[0] < x + w / 2 ? x : x + w, at];
}

/** Keeps the first and the last piece of a line upright or level. */
function aligned(inner: readonly Point[], start: LineEnd, end: LineEnd): Point[] {
  const corners = inner.map(([x, y]): [number, number] => [x, y]);
  const [first, last] = [corners[0]!, corners.at(-1)!];
  if (isUpright(start.old, inner[0]!)) first[0] = start.at[0];
  else first[1] = start.at[1];
  if (isUpright(end.old, inner.at(-1)!)) last[0] = end.at[0];
  else last[1] = end.at[1];
  return corners;
}

/** End of a line, here and in the designer. */
interface LineEnd {
  readonly at: Point;
  readonly old: Point;
}

/** A straight line between two boxes, along the row or column that they share. */
function straight(from: Box, to: Box): readonly Point[] {
  const [ax, ay] = [from.x + from.w / 2, from.y + from.h / 2];
  const [bx, by] = [to.x + to.w / 2, to.y + to.h / 2];
  const [left, right] = [Math.max(from.x, to.x), Math.min(from.x + from.w, to.x + to.w)];
  if (right - left > 12 && Math.abs(ax - bx) < 24 && (to.y >= from.y + from.h || from.y >= to.y + to.h)) {
    const x = to.form === 'dot' ? bx : from.form === 'dot' ? ax : (left + right) / 2;
    return to.y > from.y
      ? [
          [x, from.y + from.h],
          [x, to.y],
        ]
      : [
          [x, from.y],
          [x, to.y + to.h],
        ];
  }
  return [onBorder(from, bx, by), onBorder(to, ax, ay)];
}

/** Returns where the line from the centre of a box to a point leaves the box. */
function onBorder({ x, y, w, h }: Box, px: number, py: number): Point {
  const [cx, cy] = [x + w / 2, y + h / 2];
  const [dx, dy] = [px - cx, py - cy];
  if (dx === 0 && dy === 0) return [cx, cy];
  const share = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : w / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : h / 2 / Math.abs(dy),
  );
  return [cx + dx * share, cy + dy * share];
}

type NamePlace = { x: number; y: number; anchor: 'start' | 'middle' };

function middleOfLongest(points: readonly Point[]): NamePlace {
  let longest = 0;
  let place: NamePlace = { x: 0, y: 0, anchor: 'middle' };
  for (const [index, [x, y]] of points.slice(1).entries()) {
    const [fromX, fromY] = points[index]!;
    const length = Math.hypot(x - fromX, y - fromY);
    if (length <= longest) continue;
    longest = length;
    const [middleX, middleY] = [(x + fromX) / 2, (y + fromY) / 2];
    place = isUpright([x, y], [fromX, fromY])
      ? { x: middleX + 6, y: middleY + 4, anchor: 'start' }
      : { x: middleX, y: middleY - 5, anchor: 'middle' };
  }
  return place;
}

/** Returns the place of an edge's name: beside its beginning, or its longest piece. */
function namePlace(points: readonly Point[]): NamePlace {
  // Lines with corners often share their beginning: the middle of the longest piece is their own.
  if (points.length > 2) return middleOfLongest(points);
  const [start, next] = points;
  const [dx, dy] = [next![0] - start![0], next![1] - start![1]];
  if (isUpright(start!, next!)) {
    const share = Math.min(NAME_OFFSET / (Math.abs(dy) || 1), 0.5);
    return { x: start![0] + dx * share + 6, y: start![1] + dy * share + 4, anchor: 'start' };
  }
  const share = Math.min(NAME_ACROSS / (Math.abs(dx) || 1), 0.5);
  return { x: start![0] + dx * share, y: start![1] + dy * share - 5, anchor: 'middle' };
}
