/** Place of what is still loading. */

/** Shows grey lines, after 200 ms, so that a quick answer makes no flicker. */
export function Skeleton({
  lines = 6,
  label = 'Loading',
}: {
  readonly lines?: number;
  readonly label?: string;
}) {
  return (
    <div class="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <div class="skeleton-line" key={line} />
      ))}
    </div>
  );
}
