/** Filters over the workflows. */

import type { Workflow } from '../../api/calls/estate.ts';
import { listPlatforms } from '../../api/calls/rules.ts';
import { useCall } from '../../api/use-call.ts';
import { counted } from '../../parts/data/words.ts';
import { ChoiceFacet } from '../../parts/form/choice-facet.tsx';
import { type FacetOption, FilterBar, SearchField } from '../../parts/form/filters.tsx';
import { OwnerFacets } from '../../parts/form/owner-facets.tsx';
import { type Filters, isFiltered, noFilters } from '../../routing/filters.ts';
import type { ChangeKind } from '../../routing/url-state.ts';
import { BAND_LABELS, type WorkflowParam } from './workflow-filters.ts';

interface WorkflowFilterBarProps {
  readonly filters: Filters<WorkflowParam>;
  /** Workflows that are listed: their repositories are offered. */
  readonly workflows: readonly Workflow[];
  /** Number of matching workflows; undefined while it loads. */
  readonly total: number | undefined;
  readonly onChange: (changes: Partial<Filters<WorkflowParam>>, kind?: ChangeKind) => void;
}

const SCORES = Object.entries(BAND_LABELS).map(([value, label]) => ({ value, label }));
const GATES: readonly FacetOption[] = [
  { value: 'true', label: 'Would block' },
  { value: 'false', label: 'Would pass' },
];

/** Largest number that the API counts to. */
const COUNTED_MAX = 10_000;

/** Shows the search, and facets of score, gate, platform, repository and owner. */
export function WorkflowFilterBar({ filters, workflows, total, onChange }: WorkflowFilterBarProps) {
  const { data } = useCall(listPlatforms, {});
  const platforms = (data?.platforms ?? []).map(({ platform, title }) => ({ value: platform, label: title }));
  const repositories = [...new Set(workflows.map(({ repository }) => repository))]
    .filter((name) => name !== null)
    .toSorted()
    .map((value) => ({ value, label: <bdi>{value}</bdi> }));
  const facet = (name: WorkflowParam, label: string, options: readonly FacetOption[]) =>
    (options.length > 1 || filters[name] !== '') && (
      <ChoiceFacet
        label={label}
        options={options}
        value={filters[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    );
  return (
    <FilterBar
      result={total === undefined ? '' : workflowCount(total)}
      onClear={isFiltered(filters) ? () => onChange(noFilters(filters)) : undefined}
    >
      <SearchField label="Search paths" value={filters.q} onInput={(q) => onChange({ q }, 'typing')} />
      {facet('score', 'Score', SCORES)}
      {facet('wouldBlock', 'Gate', GATES)}
      {facet('platform', 'Platform', platforms)}
      {facet('repository', 'Repository', repositories)}
      <OwnerFacets filters={filters} onChange={onChange} />
    </FilterBar>
  );
}

/** Formats a number of workflows, of which no more than 10,000 are counted. */
export function workflowCount(total: number): string {
  if (total > COUNTED_MAX) return `More than ${COUNTED_MAX.toLocaleString('en')} workflows`;
  return counted(total, 'workflow');
}
