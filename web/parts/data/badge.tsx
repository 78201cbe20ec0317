/** Badges: a short word with a tone. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../icons/icon.tsx';

export type Tone = 'plain' | 'good' | 'warning' | 'bad' | 'accent';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/** Shows a word in a tone. The word says everything; the tone only repeats it. */
export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span class={`badge badge--${tone}`}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}

/** Shows the verdict on a run. `wouldBlock` counts findings that block where the mode is blocking. */
export function VerdictBadge({
  passed,
  wouldBlock = 0,
}: {
  readonly passed: boolean;
  readonly wouldBlock?: number;
}) {
  if (!passed)
    return (
      <Badge tone="bad" icon="close">
        Blocked
      </Badge>
    );
  if (wouldBlock > 0)
    return (
      <Badge tone="warning" icon="warning">
        Would block
      </Badge>
    );
  return (
    <Badge tone="good" icon="check">
      Passed
    </Badge>
  );
}

/** State of something that runs → its tone and word. */
const STATUSES = {
  queued: ['plain', 'Queued'],
  running: ['accent', 'Running'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Failed'],
  canceled: ['plain', 'Canceled'],
} as const satisfies Readonly<Record<string, readonly [Tone, string]>>;

/** Shows the state of a run. */
export function StatusBadge({ status }: { readonly status: string }) {
  const [tone, word] = Object.hasOwn(STATUSES, status)
    ? STATUSES[status as keyof typeof STATUSES]
    : (['plain', status] as const);
  return <Badge tone={tone}>{word}</Badge>;
}
