/** Columns of the rule catalogue. */
import type { RuleSummary } from '../../api/calls/rules.ts';
import { Badge } from '../../parts/data/badge.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { wordsOf } from '../../parts/data/words.ts';
import { href } from '../../routing/paths.ts';
import { presetLabel } from './rule-words.ts';

/** Returns the columns; `titleOf` names platforms. */
export function ruleColumns(titleOf: (platform: string) => string): readonly Column<RuleSummary>[] {
  return [
    {
      key: 'severity',
      label: 'Severity',
      isSortable: true,
      cell: ({ severity }) => isSeverity(severity) && <SeverityMark severity={severity} long />,
    },
    {
      key: 'rule',
      label: 'Rule',
      isSortable: true,
      cell: ({ ruleId, title }) => (
        <>
          <a class="row-link" href={href('/rules/:id', { id: ruleId })}>
            <bdi>{title}</bdi>
          </a>
          <span class="cell-note mono">{ruleId}</span>
        </>
      ),
    },
    {
      key: 'category',
      label: 'Category',
      isSortable: true,
      isExtra: true,
      cell: ({ category }) => wordsOf(category),
    },
    {
      key: 'platforms',
      label: 'Platforms',
      isExtra: true,
      cell: ({ platforms }) => platforms.map(titleOf).join(', '),
    },
    {
      key: 'preset',
      label: 'Rulesets',
      isExtra: true,
      cell: ({ preset }) => <Badge>{presetLabel(preset)}</Badge>,
    },
  ];
}
