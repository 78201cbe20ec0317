/** Part of a scene that is drawn at the moment: what is seen, and a rim around it. */
import { SEVERITIES } from '../analysis/model/rule.ts';
import type { Box, Label, Line, PinMark, PinRest, Scene } from './scene.ts';
import { severityRank } from './workflow-graph.ts';

/** Rectangle of a scene. */
export interface SceneRect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Amount of detail: everything, names alone, or forms alone. */
export type Detail = 'full' | 'names' | 'forms';

/** Part of a scene. */
export interface DrawnPart {
  /** The drawn rectangle: as long as the view stays in it, nothing has to be drawn. */
  readonly rect: SceneRect;
  readonly detail: Detail;
  /** Boxes with elements of their own. */
  readonly boxes: readonly Box[];
  /** All boxes where they are forms alone: drawn together, as there may be thousands; else none. */
  readonly forms: readonly Box[];
  readonly lines: readonly Line[];
  readonly labels: readonly Label[];
  /** Of boxes that are forms alone, the worst. */
  readonly pins: readonly PinMark[];
  readonly rests: readonly PinRest[];
  /** Factor by which pins are larger than in the scene, so that they can be read from afar. */
  readonly pinScale: number;
}

/** Pins that are drawn on forms. */
const FORM_PINS_MAX = 40;
/** Scale at which pins have their size on forms. */
const FORM_PINS_SCALE = 0.7;

/** Scales below which texts, or their second lines, are too small to read. */
const NAMES_BELOW = 0.7;
const FORMS_BELOW = 0.4;
/** Elements that a box takes. */
const ELEMENTS: Readonly<Record<Detail, number>> = { full: 6, names: 4, forms: 2 };
const ELEMENTS_MAX = 540;
const NONE: readonly Box[] = [];
/** Shares of the view that are drawn beyond each side, the widest first. */
const RIMS = [0.5, 0.2, 0] as const;

/** Returns whether two rectangles have a part in common. */
function meets(a: SceneRect, b: SceneRect): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Returns whether a rectangle lies in another one. */
export function rectHolds(inner: SceneRect, outer: SceneRect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}

function grown({ x, y, w, h }: SceneRect, rim: number): SceneRect {
  return { x: x - w * rim, y: y - h * rim, w: w * (1 + 2 * rim), h: h * (1 + 2 * rim) };
}

function boundsOf({ points }: Line): SceneRect {
  let [left, top, right, bottom] = [points[0]!, points[1]!, points[0]!, points[1]!];
  for (let at = 2; at < points.length; at += 2) {
    left = Math.min(left, points[at]!);
    right = Math.max(right, points[at]!);
    top = Math.min(top, points[at + 1]!);
    bottom = Math.max(bottom, points[at + 1]!);
  }
  return { x: left - 1, y: top - 1, w: right - left + 2, h: bottom - top + 2 };
}

function detailAt(scale: number): Detail {
  if (scale < FORMS_BELOW) return 'forms';
  return scale < NAMES_BELOW ? 'names' : 'full';
}

/** Returns the boxes to draw: of too many the largest, and in any case one. */
function boxesIn(scene: Scene, rect: SceneRect, always: number): readonly Box[] {
  return scene.boxes.filter((box) => box.node === always || meets(box, rect));
}

/**
 * Returns what is drawn for a view.
 * @param always step that is drawn wherever it is, as it has the focus
 */
export function drawnPart(scene: Scene, view: SceneRect, scale: number, always: number): DrawnPart {
  let detail = detailAt(scale);
  let rect = view;
  let boxes: readonly Box[] = [];
  for (const rim of RIMS) {
    rect = grown(view, rim);
    boxes = boxesIn(scene, rect, always);
    if (boxes.length * ELEMENTS[detail] <= ELEMENTS_MAX) break;
  }
  if (boxes.length * ELEMENTS[detail] > ELEMENTS_MAX && detail === 'names') detail = 'forms';
  const forms = detail === 'forms' ? boxes : NONE;
  const most = Math.floor(ELEMENTS_MAX / ELEMENTS.forms);
  if (detail === 'forms' && boxes.length > most) boxes = largest(boxes, most, always);
  const inRect = ({ x, y }: { readonly x: number; readonly y: number }) =>
    meets({ x: x - 16, y: y - 16, w: 32, h: 32 }, rect);
  const hasTexts = detail !== 'forms';
  return {
    rect,
    detail,
    boxes,
    forms,
    lines: scene.lines.filter((line) => meets(boundsOf(line), rect)),
    labels: hasTexts ? scene.labels.filter(inRect) : [],
    pins: hasTexts ? scene.pins.filter(inRect) : worstPins(scene.pins.filter(inRect)),
    rests: hasTexts ? scene.rests.filter(inRect) : [],
    pinScale: hasTexts ? 1 : FORM_PINS_SCALE / scale,
  };
}

/** Returns the worst pins, of these those further up. */
function worstPins(pins: readonly PinMark[]): readonly PinMark[] {
  const weight = ({ pin }: PinMark) => (pin.waived ? SEVERITIES.length : severityRank(pin.severity));
  return pins.toSorted((a, b) => weight(a) - weight(b) || a.y - b.y).slice(0, FORM_PINS_MAX);
}

/** Returns the largest boxes in the order of the scene. */
function largest(boxes: readonly Box[], most: number, always: number): readonly Box[] {
  const areas = boxes.map(({ w, h }) => w * h).sort((a, b) => b - a);
  const least = areas[most - 1]!;
  let left = most;
  return boxes.filter((box) => {
    const isChosen = box.node === always || (box.w * box.h >= least && left > 0);
    if (isChosen) left -= 1;
    return isChosen;
  });
}
