/** Filters over the findings, with the number that each would show. */
import type { ComponentChildren } from 'preact';
import { countFindings, type FindingCounts } from '../../api/calls/estate.ts';
import { useCall } from '../../api/use-call.ts';
import { exceptionOfFinding } from '../../parts/data/exception-states.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { counted, wordsOf } from '../../parts/data/words.ts';
import { ChoiceFacet } from '../../parts/form/choice-facet.tsx';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { FilterBar, SearchField } from '../../parts/form/filters.tsx';
import { OwnerFacets } from '../../parts/form/owner-facets.tsx';
import { type Filters, filterQuery, isFiltered, noFilters } from '../../routing/filters.ts';
import type { ChangeKind } from '../../routing/url-state.ts';
import { type FindingParam, GROUPING_NAMES, GROUPINGS, type Grouping } from './finding-filters.ts';

interface FindingFilterBarProps {
  readonly filters: Filters<FindingParam>;
  readonly counts: FindingCounts | undefined;
  readonly by: Grouping;
  readonly titleOf: (platform: string) => string;
  readonly onChange: (changes: Partial<Filters<FindingParam>>, kind?: ChangeKind) => void;
  readonly onGroup: (by: Grouping) => void;
}

/** Statuses beside the default, which is the empty one. */
const STATUSES = [
  ['pending', exceptionOfFinding('pending')],
  ['waived', exceptionOfFinding('approved')],
  ['all', 'Open and waived'],
] as const;

const ASSIGNED = [
  ['mine', 'To me or my team'],
  ['none', 'To no one'],
  ['anyone', 'To anyone'],
] as const;

/** Shows the search, the facets and what the list is grouped by. */
export function FindingFilterBar(props: FindingFilterBarProps) {
  const { filters, counts, by, titleOf, onChange, onGroup } = props;
  const facet = (
    name: 'severity' | 'category' | 'platform',
    labelOf: (value: string) => ComponentChildren,
  ) => (
    <CountedFacet
      name={name}
      filters={filters}
      labelOf={labelOf}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <FilterBar
      result={resultText(counts)}
      onClear={isFiltered(filters) ? () => onChange(noFilters(filters)) : undefined}
    >
      <SearchField label="Search findings" value={filters.q} onInput={(q) => onChange({ q }, 'typing')} />
      {facet('severity', (value) => (isSeverity(value) ? <SeverityMark severity={value} long /> : value))}
      {facet('category', wordsOf)}
      {facet('platform', titleOf)}
      <OwnerFacets filters={filters} onChange={onChange} />
      <ChoiceFacet
        label="Assigned"
        options={ASSIGNED.map(([value, label]) => ({ value, label }))}
        value={filters.assigned}
        onChange={(assigned) => onChange({ assigned })}
      />
      <StatusFacet filters={filters} onChange={(status) => onChange({ status })} />
      {(['ruleId', 'repository', 'workflowId'] as const).map(
        (name) =>
          filters[name] !== '' && (
            <ChoiceFacet
              key={name}
              label={CHOSEN_LABELS[name]}
              options={[]}
              value={filters[name]}
              onChange={() => onChange({ [name]: '' })}
            />
          ),
      )}
      <ChoiceSelect
        label="Group by"
        value={by}
        options={GROUPING_NAMES.map((name) => [name, GROUPINGS[name].label] as const)}
        onChange={onGroup}
      />
    </FilterBar>
  );
}

/** Filters that links set. */
const CHOSEN_LABELS = { ruleId: 'Rule', repository: 'Repository', workflowId: 'File' } as const;

interface CountedFacetProps {
  readonly name: 'severity' | 'category' | 'platform';
  readonly filters: Filters<FindingParam>;
  readonly labelOf: (value: string) => ComponentChildren;
  readonly onChange: (value: string) => void;
}

/** Shows a facet with its counts under the other filters. */
function CountedFacet({ name, filters, labelOf, onChange }: CountedFacetProps) {
  const query = { ...filterQuery({ ...filters, [name]: '' }), by: name };
  const { data } = useCall(countFindings, { query });
  const groups = data?.groups ?? [];
  if (groups.length < 2 && filters[name] === '') return null;
  return (
    <ChoiceFacet
      label={wordsOf(name)}
      options={groups.map(({ key, count }) => ({ value: key, count, label: labelOf(key) }))}
      value={filters[name]}
      onChange={onChange}
    />
  );
}

interface StatusFacetProps {
  readonly filters: Filters<FindingParam>;
  readonly onChange: (status: string) => void;
}

/** Shows which findings there are beside the open ones. */
function StatusFacet({ filters, onChange }: StatusFacetProps) {
  const counts = {
    pending: useStatusCount(filters, 'pending'),
    waived: useStatusCount(filters, 'waived'),
    all: useStatusCount(filters, 'all'),
  };
  const options = STATUSES.map(([value, label]) => ({ value, label, ...counts[value] }));
  return <ChoiceFacet label="Exception" options={options} value={filters.status} onChange={onChange} />;
}

/** Counts the findings that another status would show; empty until it is known. */
function useStatusCount(filters: Filters<FindingParam>, status: string): { readonly count?: number } {
  const query = { ...filterQuery({ ...filters, status }), by: 'severity' };
  const { data } = useCall(countFindings, { query });
  return data === undefined ? {} : { count: data.total };
}

function resultText(counts: FindingCounts | undefined): string {
  if (counts === undefined) return '';
  return `${counted(counts.total, 'finding')} in ${counted(counts.workflows, 'file')}`;
}
