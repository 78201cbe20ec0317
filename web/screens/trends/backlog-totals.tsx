/** Numbers of the backlog: what is open now, against the first counted day. */
import type { Backlog } from '../../api/calls/estate.ts';
import { KeyValues } from '../../parts/layout/key-values.tsx';

/** Shows them. */
export function BacklogTotals({ backlog: { days, medianDaysToFix } }: { readonly backlog: Backlog }) {
  const counted = days.filter(({ isCounted }) => isCounted);
  const [first, last] = [counted[0], counted.at(-1)];
  const open = (name: 'critical' | 'high' | 'medium' | 'low' | 'older') => {
    if (!first || !last) return '–';
    const change = last[name] - first[name];
    return `${last[name].toLocaleString('en')}${change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${Math.abs(change).toLocaleString('en')})`}`;
  };
  return (
    <KeyValues
      inRow
      entries={[
        ['Critical', open('critical')],
        ['High', open('high')],
        ['Medium', open('medium')],
        ['Low', open('low')],
        ['Open over 90 days', open('older')],
        ['Fixed', days.reduce((sum, { fixed }) => sum + fixed, 0).toLocaleString('en')],
        [
          'Median time to fix',
          medianDaysToFix === null ? '–' : `${medianDaysToFix.toLocaleString('en')} days`,
        ],
      ]}
    />
  );
}
