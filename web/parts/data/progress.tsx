/** Progress of something with a known number of parts. */

interface ProgressProps {
  readonly done: number;
  readonly total: number;
  /** Name of the parts, such as "files". */
  readonly noun: string;
}

/** Shows a bar and the numbers. */
export function Progress({ done, total, noun }: ProgressProps) {
  const text = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${noun}`;
  return (
    <span class="progress">
      <progress max={Math.max(total, 1)} value={done} aria-label={text} />
      <span class="soft">{text}</span>
    </span>
  );
}
