/** Differences to the run before. */
import type { Result } from '../../api/calls/results.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { useRuleTitles } from '../../parts/data/use-rule-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { href } from '../../routing/paths.ts';
import { CHANGES } from './finding-words.ts';

type Diff = Result['diff'];
type Change = NonNullable<Diff['changes']>[number];

/** Shows the five counts and every difference. */
export function ChangesView({ diff }: { readonly diff: Diff }) {
  const titleOf = useRuleTitles();
  if (diff.previousValidatedAt === null)
    return (
      <EmptyState icon="feed" title="There is no run before this one">
        The next run of the same file on this branch, or on a default branch, is compared with it.
      </EmptyState>
    );
  const changes = diff.changes ?? [];
  return (
    <div class="section stack">
      <p>
        Compared with the run <RelativeTime time={diff.previousValidatedAt} />:{' '}
        {[
          `${diff.newFindingsCount} new`,
          `${diff.resolvedFindingsCount} resolved`,
          `${diff.unchangedFindingsCount} unchanged`,
          `${diff.severityChangedCount} with another severity`,
          `${diff.waiverChangedCount} with another exception`,
        ].join(', ')}
        .
      </p>
      {changes.length > 0 && (
        <DataTable
          label="Changes"
          columns={columns(titleOf)}
          rows={changes.map((change, index) => ({ ...change, key: `${index}` }))}
          keyOf={({ key }) => key}
        />
      )}
    </div>
  );
}

const columns = (
  titleOf: (ruleId: string) => string,
): readonly Column<Change & { readonly key: string }>[] => [
  {
    key: 'change',
    label: 'Change',
    cell: ({ status }) => {
      const [tone, word] = CHANGES[status ?? ''] ?? ['plain', status];
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
  {
    key: 'rule',
    label: 'Finding',
    cell: ({ ruleId, location }) => (
      <>
        <a href={href('/rules/:id', { id: ruleId ?? '' })}>{titleOf(ruleId ?? '')}</a>
        <span class="cell-note">
          <bdi>{location}</bdi>
        </span>
      </>
    ),
  },
  {
    key: 'severity',
    label: 'Severity',
    cell: ({ currentSeverity, previousSeverity }) => (
      <span class="row">
        {severityMark(previousSeverity !== currentSeverity ? previousSeverity : null)}
        {previousSeverity !== null && currentSeverity !== null && previousSeverity !== currentSeverity && '→'}
        {severityMark(currentSeverity)}
      </span>
    ),
  },
];

function severityMark(severity: string | null) {
  return severity !== null && isSeverity(severity) ? <SeverityMark severity={severity} long /> : null;
}
