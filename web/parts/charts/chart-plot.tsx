/** Drawing of a chart. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartProps, Series } from './chart-types.ts';
import { linePath, roundedUp, scaleOf } from './scale.ts';

/** Width until the place is measured. */
const WIDTH_START = 640;
/** Width in a place that has none, such as a hidden one. */
const WIDTH_MIN = 120;
const HEIGHT = 200;
const LEFT = 36;
const BOTTOM = 22;
const TOP = 8;
const BAR_SHARE = 0.7;
const BAR_WIDTH_MAX = 36;

/** Draws the axes and the series. Its label gives the sum of it; the table gives the numbers. */
export function ChartPlot({ title, kind, labels, series, max }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const sums = labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const largest = kind === 'bars' ? Math.max(0, ...sums) : Math.max(0, ...series.flatMap(valuesOf));
  const top = max ?? roundedUp(largest);
  const step = (width - LEFT) / Math.max(labels.length, 1);
  const x = (index: number) => LEFT + step * (index + 0.5);
  const y = scaleOf(0, top, HEIGHT - BOTTOM, TOP);
  return (
    <div ref={frame}>
      <svg
        class="chart-plot"
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${title}, ${labels.length} points`}
      >
        {[0, top / 2, top].filter(Number.isInteger).map((value) => (
          <g key={value}>
            <line class="chart-axis" x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
              {value.toLocaleString('en')}
            </text>
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 4}>
          {labels[0]}
        </text>
        <text x={width} y={HEIGHT - 4} text-anchor="end">
          {labels.length > 1 ? labels.at(-1) : ''}
        </text>
        {kind === 'bars'
          ? labels.map((label, index) => (
              <Bar
                key={label}
                parts={series}
                index={index}
                x={x(index)}
                width={Math.min(step * BAR_SHARE, BAR_WIDTH_MAX)}
                y={y}
              />
            ))
          : series.map((one) => <Line key={one.name} series={one} x={x} y={y} />)}
      </svg>
    </div>
  );
}

/** Measures the place of a drawing, so that its texts have the size of other texts. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(WIDTH_START);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.max(WIDTH_MIN, Math.round(entry!.contentRect.width))),
    );
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  return width;
}

type Place = (value: number) => number;

function Line({ series, x, y }: { readonly series: Series; readonly x: Place; readonly y: Place }) {
  const points = series.values.flatMap((value, index) =>
    value === null ? [] : [[x(index), y(value)] as const],
  );
  const [lastX, lastY] = points.at(-1) ?? [0, 0];
  return (
    <g class={`series--${series.colour}`}>
      <path class="chart-line" d={linePath(points)} />
      {points.length > 0 && <circle class="chart-dot" cx={lastX} cy={lastY} r="3" />}
    </g>
  );
}

interface BarProps {
  readonly parts: readonly Series[];
  readonly index: number;
  readonly x: number;
  readonly width: number;
  readonly y: Place;
}

function Bar({ parts, index, x, width, y }: BarProps) {
  let below = 0;
  return (
    <g>
      {parts.map(({ name, colour, values }) => {
        const value = values[index] ?? 0;
        const from = below;
        below += value;
        return (
          <g key={name} class={`series--${colour}`}>
            <rect
              class="chart-bar"
              x={x - width / 2}
              width={width}
              y={y(below)}
              height={y(from) - y(below)}
            />
          </g>
        );
      })}
    </g>
  );
}

function valuesOf({ values }: Series): readonly number[] {
  return values.filter((value) => value !== null);
}
