/** Filters over the feed, with the number of runs that each would show. */
import type { FeedCounts } from '../../api/calls/feed.ts';
import { sourceLabel } from '../../parts/data/source-label.ts';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { wordsOf } from '../../parts/data/words.ts';
import { Facet, FilterBar, SearchField } from '../../parts/form/filters.tsx';
import type { ChangeKind } from '../../routing/url-state.ts';
import { type FeedFilters, type FeedParam, isFiltered, NO_FEED_FILTERS } from './feed-filters.ts';

/** Facets in their order; each has one value at a time. */
const FACETS: readonly (readonly [FeedParam, string])[] = [
  ['status', 'Status'],
  ['passed', 'Verdict'],
  ['regression', 'Change'],
  ['platform', 'Platform'],
  ['repository', 'Repository'],
  ['branch', 'Branch'],
  ['environment', 'Environment'],
  ['source', 'Source'],
  ['kind', 'Kind'],
  ['label', 'Label'],
];

const VALUE_LABELS: Readonly<Partial<Record<FeedParam, Readonly<Record<string, string>>>>> = {
  passed: { true: 'Passed', false: 'Blocked' },
  regression: { true: 'Worse than before', false: 'Not worse' },
  kind: { file: 'File', project: 'Project' },
};

interface FeedFilterBarProps {
  readonly filters: FeedFilters;
  readonly counts: FeedCounts | undefined;
  readonly onChange: (changes: Partial<FeedFilters>, kind?: ChangeKind) => void;
}

/** Shows the search and those facets that have more than one value, or a chosen one. */
export function FeedFilterBar({ filters, counts, onChange }: FeedFilterBarProps) {
  const titleOf = usePlatformTitles();
  const labelOf = (name: FeedParam, value: string) => {
    if (name === 'platform') return titleOf(value);
    if (name === 'status') return wordsOf(value);
    if (name === 'source') return <bdi>{sourceLabel(value)}</bdi>;
    return <bdi>{VALUE_LABELS[name]?.[value] ?? value}</bdi>;
  };
  return (
    <FilterBar
      result={resultText(counts)}
      onClear={isFiltered(filters) ? () => onChange(NO_FEED_FILTERS) : undefined}
    >
      <SearchField label="Search files" value={filters.q} onInput={(q) => onChange({ q }, 'typing')} />
      {FACETS.map(([name, label]) => {
        const values = counts?.facets.find((facet) => facet.name === name)?.values ?? [];
        const chosen = filters[name];
        const options =
          values.some(({ value }) => value === chosen) || chosen === ''
            ? values
            : [{ value: chosen, count: 0 }, ...values];
        if (options.length < 2 && chosen === '') return null;
        return (
          <Facet
            key={name}
            label={label}
            options={options.map(({ value, count }) => ({ value, count, label: labelOf(name, value) }))}
            chosen={chosen === '' ? [] : [chosen]}
            onChange={(all) => onChange({ [name]: all.find((value) => value !== chosen) ?? '' })}
          />
        );
      })}
    </FilterBar>
  );
}

function resultText(counts: FeedCounts | undefined): string {
  if (counts === undefined) return '';
  const more = counts.isComplete ? '' : '+';
  return `${counts.total.toLocaleString('en')}${more} ${counts.total === 1 ? 'run' : 'runs'}`;
}
