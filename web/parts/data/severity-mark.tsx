/** Mark of a severity: shape, letter and colour, so that no one of them is needed. */
import { SEVERITY_LABELS, type SeverityName } from './severities.ts';

/** Shapes on a grid of 10. */
const SHAPES: Readonly<Record<SeverityName, string>> = {
  critical: 'M5 0 10 5 5 10 0 5z',
  high: 'M5 .6 10 9.400H0z',
  medium: 'M.8.8h8.400v8.400H.8z',
  low: 'M5 .7a4.300 4.300 0 1 1 0 8.600 4.300 4.300 0 0 1 0-8.600z',
};

/** Shows a severity as ◆C, ▲H, ■M or ●L; with `long`, by its name. */
export function SeverityMark({
  severity,
  long = false,
}: {
  readonly severity: SeverityName;
  readonly long?: boolean;
}) {
  const label = SEVERITY_LABELS[severity];
  return (
    <span class={`severity severity--${severity}`}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
        <path d={SHAPES[severity]} />
      </svg>
      {long ? (
        label
      ) : (
        <>
          <span aria-hidden="true">{label[0]}</span>
          <span class="visually-hidden">{label}</span>
        </>
      )}
    </span>
  );
}
