/** Filters over the changes. Their values are those of the newest runs. */
import type { FeedCounts } from '../../api/calls/feed.ts';
import { sourceLabel } from '../../parts/data/source-label.ts';
import { ChoiceFacet } from '../../parts/form/choice-facet.tsx';
import { FilterBar } from '../../parts/form/filters.tsx';
import { type ChangeFilters, type ChangeParam, NO_CHANGE_FILTERS } from './change-filters.ts';

/** Facets with fixed values. */
const FIXED = {
  status: ['Status', { running: 'Running', completed: 'Completed', canceled: 'Canceled' }],
  passed: ['Verdict', { true: 'Passed', false: 'Blocked or failed' }],
} as const satisfies Readonly<
  Partial<Record<ChangeParam, readonly [string, Readonly<Record<string, string>>]>>
>;

/** Facets whose values are those of the runs. */
const OF_RUNS = [
  ['repository', 'Repository'],
  ['branch', 'Branch'],
  ['environment', 'Environment'],
  ['source', 'Source'],
  ['label', 'Label'],
] as const satisfies readonly (readonly [ChangeParam, string])[];

interface ChangeFilterBarProps {
  readonly filters: ChangeFilters;
  readonly counts: FeedCounts | undefined;
  readonly onChange: (changes: Partial<ChangeFilters>) => void;
}

/** Shows the facets that have a choice, or a chosen value. */
export function ChangeFilterBar({ filters, counts, onChange }: ChangeFilterBarProps) {
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <FilterBar result="" onClear={isFiltered ? () => onChange(NO_CHANGE_FILTERS as never) : undefined}>
      {Object.entries(FIXED).map(([name, [label, values]]) => (
        <ChoiceFacet
          key={name}
          label={label}
          options={Object.entries(values).map(([value, word]) => ({ value, label: word }))}
          value={filters[name as ChangeParam]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {OF_RUNS.map(([name, label]) => {
        const values = counts?.facets.find((facet) => facet.name === name)?.values ?? [];
        if (values.length < 2 && filters[name] === '') return null;
        return (
          <ChoiceFacet
            key={name}
            label={label}
            options={values.map(({ value }) => ({
              value,
              label: <bdi>{name === 'source' ? sourceLabel(value) : value}</bdi>,
            }))}
            value={filters[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        );
      })}
    </FilterBar>
  );
}
