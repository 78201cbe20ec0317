/** Line without axes for the course of a score in a table. */
import { linePath, scaleOf } from './scale.ts';

const WIDTH = 72;
const HEIGHT = 20;
const MARGIN = 2;

/** Shows the last values, oldest first; `label` names them and the last value. */
export function Sparkline({
  values,
  label,
  max,
}: {
  readonly values: readonly number[];
  readonly label: string;
  readonly max?: number;
}) {
  if (values.length < 2) return <span class="soft">–</span>;
  const top = max ?? Math.max(...values);
  const x = scaleOf(0, values.length - 1, MARGIN, WIDTH - MARGIN);
  const y = scaleOf(0, top === 0 ? 1 : top, HEIGHT - MARGIN, MARGIN);
  const points = values.map((value, index) => [x(index), y(value)] as const);
  const [endX, endY] = points.at(-1)!;
  return (
    <svg
      class="sparkline"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <path d={linePath(points)} />
      <circle class="sparkline-end" cx={endX} cy={endY} r="2" />
    </svg>
  );
}
