/** States of drift in words. */
import { Badge, type Tone } from '../../parts/data/badge.tsx';

/** State → its tone and word, the worst first. */
export const STATES: Readonly<Record<string, readonly [Tone, string]>> = {
  changed: ['bad', 'Changed'],
  blocked: ['bad', 'Blocked'],
  unmerged: ['warning', 'Unmerged'],
  not_comparable: ['warning', 'Not comparable'],
  tenant_only: ['warning', 'Tenant only'],
  repository_only: ['warning', 'Repository only'],
  older: ['plain', 'Older'],
  same: ['good', 'Same'],
};

interface DriftBadgeProps {
  readonly state: string;
  readonly otherConnections: boolean;
}

/** Shows the state of a file or an artefact. */
export function DriftBadge({ state, otherConnections }: DriftBadgeProps) {
  const [tone, word] = STATES[state] ?? ['plain', state];
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {otherConnections && <span class="cell-note">Other connections</span>}
    </>
  );
}
