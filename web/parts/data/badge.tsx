/** Badges: a short word with a tone. */
import type { ComponentChildren } from 'preact';
import { type GateAnswer, type RunVerdict, verdictOf } from '../../../src/analysis/model/report.ts';
import { Icon, type IconName } from '../icons/icon.tsx';

export type Tone = 'plain' | 'good' | 'warning' | 'bad' | 'accent';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/** Shows a word in a tone. The tone only repeats the meaning of the word. */
export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span class={`badge badge--${tone}`}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}

/** Verdict → its tone, icon and word. */
const VERDICTS = {
  blocked: ['bad', 'close', 'Blocked'],
  'would-block': ['warning', 'warning', 'Would block'],
  'not-judged': ['bad', 'warning', 'Not judged'],
  passed: ['good', 'check', 'Passed'],
} as const satisfies Readonly<Record<RunVerdict, readonly [Tone, IconName, string]>>;

/** Shows the verdict on a run. */
export function VerdictBadge(answer: GateAnswer) {
  const [tone, icon, word] = VERDICTS[verdictOf(answer)];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
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
