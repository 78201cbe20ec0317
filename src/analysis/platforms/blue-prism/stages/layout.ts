/**
 * Layout of stages. It matters because a Block is only a rectangle: the stages in it are protected by its Recover
 * stage.
 */

import { formatNumber } from '../../../../text/format.ts';
import type { Drawing } from '../../../model/outline/drawing.ts';
import { limitExceeded } from '../../limits.ts';
import {
  attributeNamed,
  attributeValue,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../../xml/document.ts';
import type { Shape } from '../outline.ts';

/**
 * A rectangle of the page; NaN for values that the file omits. Blocks have their corner at x, y, other stages their
 * centre.
 */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Each stage is compared with every block of its page; no person draws so many. */
const BLOCKS_MAX = 20_000;
const MINUS = 45;
const ZERO = 48;
/** Numbers with more are read as text. */
const DIGITS_MAX = 9;

/** Reads both encodings: `<display x y w h/>`, and one element for each number in older versions. */
function areaOf(doc: XmlDocument, stage: number): Area {
  const area: Area = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };
  for (let child = firstChild(doc, stage); child !== -1; child = doc.nextSiblings[child]!) {
    switch (localName(doc, child)) {
      case 'display':
        area.x = attributeNumber(doc, child, 'x');
        area.y = attributeNumber(doc, child, 'y');
        area.width = attributeNumber(doc, child, 'w');
        area.height = attributeNumber(doc, child, 'h');
        return area;
      case 'displayx':
        area.x = contentNumber(doc, child);
        break;
      case 'displayy':
        area.y = contentNumber(doc, child);
        break;
      case 'displaywidth':
        area.width = contentNumber(doc, child);
        break;
      case 'displayheight':
        area.height = contentNumber(doc, child);
        break;
    }
  }
  return area;
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Parses a range of bytes as a number of few digits with an optional sign, as nearly all are; else returns NaN. */
function shortNumber(bytes: Buffer, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  if (first === end || end - first > DIGITS_MAX) return Number.NaN;
  let value = 0;
  for (let at = first; at < end; at += 1) {
    const digit = bytes[at]! - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return isNegative ? -value : value;
}

function attributeNumber(doc: XmlDocument, element: number, name: string): number {
  const a = attributeNamed(doc, element, name);
  if (a === -1) return Number.NaN;
  const value = shortNumber(doc.bytes, doc.attributeValueStarts[a]!, doc.attributeValueEnds[a]!);
  return Number.isNaN(value) ? numberOf(attributeValue(doc, a)) : value;
}

function contentNumber(doc: XmlDocument, element: number): number {
  const value = shortNumber(doc.bytes, doc.contentStarts[element]!, doc.contentEnds[element]!);
  return Number.isNaN(value) ? numberOf(textOf(doc, element)) : value;
}

function holds(block: Area, stage: Area): boolean {
  return (
    stage.x >= block.x &&
    stage.x <= block.x + block.width &&
    stage.y >= block.y &&
    stage.y <= block.y + block.height
  );
}

/** Returns the blocks of a page by their places. @throws AppError when there are too many to compare stages with */
export function areasOf(doc: XmlDocument, blocks: readonly Shape[]): Area[] {
  if (blocks.length > BLOCKS_MAX)
    throw limitExceeded(`has more than ${formatNumber(BLOCKS_MAX)} blocks on one page`, BLOCKS_MAX);
  return blocks.map(({ element }) => areaOf(doc, element));
}

/** Returns the place of the smallest block that holds the centre of a stage, or -1. */
export function blockAround(doc: XmlDocument, blocks: readonly Area[], { element }: Shape): number {
  const stage = areaOf(doc, element);
  let smallest = -1;
  let size = Number.POSITIVE_INFINITY;
  for (let place = 0; place < blocks.length; place += 1) {
    const block = blocks[place]!;
    if (!holds(block, stage) || block.width * block.height >= size) continue;
    smallest = place;
    size = block.width * block.height;
  }
  return smallest;
}

/** Sizes of stages for which the file has none. */
const WIDTH = 60;
const HEIGHT = 30;
const ANCHOR = 10;

/** Returns the places of the stages of a definition. Only Block stages have their corner in the file. */
export function stageDrawing(doc: XmlDocument): Drawing {
  return {
    areaOf({ at, type }) {
      const { x, y, width, height } = areaOf(doc, at);
      if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
      const isAnchor = type === 'Anchor';
      const w = width > 0 ? width : isAnchor ? ANCHOR : WIDTH;
      const h = height > 0 ? height : isAnchor ? ANCHOR : HEIGHT;
      return type === 'Block'
        ? { x, y, width: w, height: h }
        : { x: x - w / 2, y: y - h / 2, width: w, height: h };
    },
    bendsOf: () => undefined,
    starts: NO_STARTS,
  };
}

/** Start stages are stages of their own. */
const NO_STARTS: ReadonlySet<number> = new Set();
