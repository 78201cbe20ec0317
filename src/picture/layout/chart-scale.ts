/** Places of the steps of a chart: those of the designer, scaled until no box covers another. */
import { SIZES } from './sizes.ts';

/** Box of a chart: its centre in the designer, and the size that it needs here. */
export interface ChartItem {
  readonly cx: number;
  readonly cy: number;
  readonly w: number;
  readonly h: number;
}

/** Scale of a chart in each direction. */
export interface Scale {
  readonly x: number;
  readonly y: number;
}

const START = 1.05;
const STEP = 1.12;
const SCALE_MAX = 4;

/** Counts pairs that are too close, by the direction in which they lie apart. */
function closePairs(items: readonly ChartItem[], scale: Scale): { readonly x: number; readonly y: number } {
  let x = 0;
  let y = 0;
  for (let i = 0; i < items.length; i += 1) {
    const a = items[i]!;
    for (let j = i + 1; j < items.length; j += 1) {
      const b = items[j]!;
      const dy = (b.cy - a.cy) * scale.y;
      const roomY = (a.h + b.h) / 2 + SIZES.chartGap;
      // Sorted by y: what follows lies further down, and no box is higher than a chart's step.
      if (dy >= SIZES.chartHeight + SIZES.chartGap) break;
      if (dy >= roomY) continue;
      const dx = Math.abs(b.cx - a.cx) * scale.x;
      const roomX = (a.w + b.w) / 2 + SIZES.chartGap;
      if (dx >= roomX || (dx === 0 && dy === 0)) continue;
      if (dx / roomX > dy / roomY) x += 1;
      else y += 1;
    }
  }
  return { x, y };
}

/** Returns the smallest scale at which no two boxes are too close, or a large one. */
export function chartScale(items: readonly ChartItem[]): Scale {
  const sorted = items.toSorted((a, b) => a.cy - b.cy);
  const scale = { x: START, y: START };
  for (;;) {
    const close = closePairs(sorted, scale);
    const mayGrow = { x: close.x > 0 && scale.x < SCALE_MAX, y: close.y > 0 && scale.y < SCALE_MAX };
    if (!mayGrow.x && !mayGrow.y) return scale;
    if (mayGrow.x) scale.x *= STEP;
    if (mayGrow.y) scale.y *= STEP;
  }
}

/** Returns whether the places are no arrangement: designers stack steps without places at one point. */
export function isStacked(items: readonly ChartItem[]): boolean {
  const places = new Set(items.map(({ cx, cy }) => `${cx} ${cy}`));
  return items.length > 2 && places.size <= items.length * 0.7;
}

/** A box along one axis, and what it needs beyond its size there. */
export interface Interval {
  readonly start: number;
  readonly end: number;
  readonly extra: number;
}

/** Shifts that make room along one axis. */
export interface Spread {
  /** Shift of each interval, in their order. */
  readonly shifts: readonly number[];
  /** Returns the shift of any coordinate. */
  at(coordinate: number): number;
}

/**
 * Makes room for boxes that are larger than their places: everything behind the end of one moves by what it needs. What
 * lies apart along the axis stays apart, and the order stays.
 */
export function spread(intervals: readonly Interval[]): Spread {
  const byStart = intervals
    .map((_, index) => index)
    .sort((a, b) => intervals[a]!.start - intervals[b]!.start);
  const byEnd = intervals.map((_, index) => index).sort((a, b) => intervals[a]!.end - intervals[b]!.end);
  const shifts: number[] = new Array(intervals.length).fill(0);
  const ends: number[] = [];
  const sums: number[] = [];
  let passed = 0;
  let most = 0;
  for (const index of byStart) {
    for (; passed < byEnd.length; passed += 1) {
      const other = byEnd[passed]!;
      if (intervals[other]!.end > intervals[index]!.start || other === index) break;
      most = Math.max(most, shifts[other]! + intervals[other]!.extra);
      ends.push(intervals[other]!.end);
      sums.push(most);
    }
    shifts[index] = most;
  }
  for (; passed < byEnd.length; passed += 1) {
    const other = byEnd[passed]!;
    most = Math.max(most, shifts[other]! + intervals[other]!.extra);
    ends.push(intervals[other]!.end);
    sums.push(most);
  }
  return {
    shifts,
    at(coordinate) {
      let low = 0;
      let high = ends.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle]! <= coordinate) low = middle + 1;
        else high = middle;
      }
      return low === 0 ? 0 : sums[low - 1]!;
    },
  };
}

/** Conversion of designer coordinates to those of the picture. */
export interface Projection {
  readonly scale: Scale;
  readonly spreadX: Spread;
  readonly spreadY: Spread;
  dx: number;
  dy: number;
}
