/** Geometry of charts. */

/** Returns a function from values to places on a line. */
export function scaleOf(from: number, to: number, start: number, end: number): (value: number) => number {
  const range = to - from;
  return (value) => (range === 0 ? start : start + ((value - from) / range) * (end - start));
}

/** Formats points as the path of a polyline. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Returns the smallest round number that is at least the value: 1, 2 or 5 times a power of ten. */
export function roundedUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= value)!;
}
