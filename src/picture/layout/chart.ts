/** Layout of charts and pages by the coordinates that the designer saved. */
import { isFrame } from '../open-state.ts';
import type { Box } from '../scene.ts';
import type { GraphPlace } from '../workflow-graph.ts';
import { addBox, type Canvas, type CanvasMark, type Corner, type Extent, markOf, move } from './canvas.ts';
import { drawChartLines } from './chart-lines.ts';
import { type ChartItem, chartScale, isStacked, type Projection, spread } from './chart-scale.ts';
import { placeLayered } from './layered.ts';
import { SIZES } from './sizes.ts';

/** Largest side of a stage that only joins lines. */
const DOT_MAX = 16;
/** Charts with more steps are laid out by their edges: comparing all places takes too long. */
const CHART_STEPS_MAX = 1_500;
/** Around the steps in a frame. */
const FRAME = 16;
const FRAME_HEAD = 26;
/** Above the first step, for the arrow that leads to it. */
const START_ROOM = 30;

/** A step of a chart, and the frames around it, the outermost first. */
interface Member {
  readonly node: number;
  readonly place: GraphPlace;
  readonly frames: readonly number[];
}

/** Collects the steps with places; those of frames lie in the coordinates of the whole page. */
function collect(canvas: Canvas, nodes: readonly number[], frames: readonly number[], into: Member[]): void {
  const { graph } = canvas;
  for (const node of nodes) {
    const place = graph.places.get(node);
    if (isFrame(graph, node)) collect(canvas, graph.children[node]!, [...frames, node], into);
    else if (place !== undefined) into.push({ node, place, frames });
  }
}

/** Places steps by their coordinates; what has none follows below. */
export function placeChart(canvas: Canvas, nodes: readonly number[], spot: Corner): Extent {
  const { graph } = canvas;
  const members: Member[] = [];
  collect(canvas, nodes, [], members);
  const items = members.map(({ node, place }) => itemOf(canvas, node, place));
  if (members.length > CHART_STEPS_MAX || isStacked(items)) return placeLayered(canvas, nodes, spot);
  const frames = new Map<number, Box>();
  for (const { frames: around } of members)
    for (const [level, node] of around.entries())
      if (!frames.has(node))
        frames.set(
          node,
          addBox(canvas, { ...spot, depth: spot.depth + level, node, form: 'area', w: 0, h: 0 }),
        );
  const placed = members.map(({ node, frames: around }, index) =>
    placeMember(canvas, node, items[index]!, spot.depth + around.length),
  );
  const projection = project(items, placed);
  for (const [index, { range, box }] of placed.entries()) {
    const { cx, cy, w, h } = items[index]!;
    const left = cx * projection.scale.x - w / 2 + projection.spreadX.shifts[index]!;
    const top = cy * projection.scale.y - h / 2 + projection.spreadY.shifts[index]!;
    move(canvas, range, [left - box.x, top - box.y]);
  }
  pushApart(canvas, placed);
  wrapFrames(canvas, members, frames);
  const all = [...placed.map(({ box }) => box), ...frames.values()];
  const hasStart = members.some(({ node }) => graph.hasFlag(node, 'first'));
  settle(canvas, { all, placed, frames: [...frames.values()] }, projection, {
    x: spot.x,
    y: spot.y + (hasStart ? START_ROOM : 0),
  });
  const lined = members.map(({ node }) => node);
  const reach = drawChartLines(canvas, lined, projection);
  const extent: Extent = {
    right: Math.max(reach.right, ...all.map(({ x, w }) => x + w)),
    bottom: Math.max(reach.bottom, ...all.map(({ y, h }) => y + h)),
  };
  return placeRest(canvas, nodes, spot, extent);
}

function itemOf(canvas: Canvas, node: number, { x, y, w, h }: GraphPlace): ChartItem {
  const isDot = w <= DOT_MAX && h <= DOT_MAX && canvas.graph.findingsOf(node).count === 0;
  const size = isDot ? [SIZES.dot, SIZES.dot] : [SIZES.chartWidth, SIZES.chartHeight];
  return { cx: x + w / 2, cy: y + h / 2, w: size[0]!, h: size[1]! };
}

/** A placed step: its box, and all that moves with it. */
interface Placed {
  readonly box: Box;
  readonly range: readonly [CanvasMark, CanvasMark];
}

function placeMember(canvas: Canvas, node: number, { w, h }: ChartItem, depth: number): Placed {
  const { graph } = canvas;
  const from = markOf(canvas);
  const isContainer = graph.children[node]!.length > 0;
  if (isContainer && canvas.isOpen(node)) canvas.place(node, { x: 0, y: 0, depth });
  else {
    const form = isContainer ? 'closed' : w === SIZES.dot ? 'dot' : 'step';
    addBox(canvas, { x: 0, y: 0, depth, node, form, w, h });
  }
  return { box: canvas.boxOf.get(node)!, range: [from, markOf(canvas)] };
}

function project(items: readonly ChartItem[], placed: readonly Placed[]): Projection {
  const scale = chartScale(items);
  const along = (axis: 'x' | 'y') =>
    spread(
      items.map(({ cx, cy, w, h }, index) => {
        const { box } = placed[index]!;
        const [centre, size, actual] = axis === 'x' ? [cx * scale.x, w, box.w] : [cy * scale.y, h, box.h];
        return { start: centre - size / 2, end: centre + size / 2, extra: Math.max(0, actual - size) };
      }),
    );
  return { scale, spreadX: along('x'), spreadY: along('y'), dx: 0, dy: 0 };
}

/** Pushes boxes down that still cover one that lies further up. */
function pushApart(canvas: Canvas, placed: readonly Placed[]): void {
  const sorted = placed.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  const done: Box[] = [];
  for (const { box, range } of sorted) {
    let top = box.y;
    for (let again = true; again; ) {
      again = false;
      for (const other of done) {
        if (box.x >= other.x + other.w || other.x >= box.x + box.w) continue;
        if (top >= other.y + other.h || other.y >= top + box.h) continue;
        top = other.y + other.h + SIZES.gap;
        again = true;
      }
    }
    move(canvas, range, [0, top - box.y]);
    done.push(box);
  }
}

/** Gives each frame the room of its steps. */
function wrapFrames({ boxOf }: Canvas, members: readonly Member[], frames: ReadonlyMap<number, Box>): void {
  for (const [node, frame] of [...frames].reverse()) {
    const inside = members
      .filter(({ frames: around }) => around.includes(node))
      .map((one) => boxOf.get(one.node)!);
    const deeper = members.flatMap(({ frames: around }) => {
      const level = around.indexOf(node);
      const next = level === -1 ? undefined : around[level + 1];
      return next === undefined ? [] : [frames.get(next)!];
    });
    const all = [...inside, ...deeper];
    frame.x = Math.min(...all.map(({ x }) => x)) - FRAME;
    frame.y = Math.min(...all.map(({ y }) => y)) - FRAME_HEAD;
    frame.w = Math.max(...all.map(({ x, w }) => x + w)) + FRAME - frame.x;
    frame.h = Math.max(...all.map(({ y, h }) => y + h)) + FRAME - frame.y;
  }
}

interface Settled {
  readonly all: readonly Box[];
  readonly placed: readonly Placed[];
  readonly frames: readonly Box[];
}

/** Moves the chart so that it begins at a corner. */
function settle(
  canvas: Canvas,
  { all, placed, frames }: Settled,
  projection: Projection,
  corner: { readonly x: number; readonly y: number },
): void {
  projection.dx = corner.x - Math.min(...all.map(({ x }) => x));
  projection.dy = corner.y - Math.min(...all.map(({ y }) => y));
  for (const { range } of placed) move(canvas, range, [projection.dx, projection.dy]);
  for (const frame of frames) {
    frame.x += projection.dx;
    frame.y += projection.dy;
  }
}

/** Places the steps without coordinates below the chart. */
function placeRest(canvas: Canvas, nodes: readonly number[], spot: Corner, extent: Extent): Extent {
  for (const node of nodes) {
    if (canvas.boxOf.has(node)) continue;
    const at = { x: spot.x, y: extent.bottom + SIZES.gap, depth: spot.depth };
    const placed = canvas.place(node, at);
    extent.right = Math.max(extent.right, placed.right);
    extent.bottom = placed.bottom;
  }
  return extent;
}
