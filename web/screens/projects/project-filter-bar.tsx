/** Filters over the projects, with the number that each would show. */
import { countFeed, type FeedCounts } from '../../api/calls/feed.ts';
import { useCall } from '../../api/use-call.ts';
import { wordsOf } from '../../parts/data/words.ts';
import { ChoiceFacet } from '../../parts/form/choice-facet.tsx';
import { FilterBar } from '../../parts/form/filters.tsx';
import { type Filters, filterQuery, isFiltered, noFilters } from '../../routing/filters.ts';
import { choiceParam, textParam } from '../../routing/url-state.ts';

/** Parameters of the address; the API names them the same. */
export const PROJECT_PARAMS = {
  status: textParam(),
  passed: choiceParam<string>(['', 'true', 'false'], ''),
  repository: textParam(),
  branch: textParam(),
  source: textParam(),
  label: textParam(),
} as const;

type ProjectParam = keyof typeof PROJECT_PARAMS;

const FACETS: readonly (readonly [ProjectParam, string])[] = [
  ['status', 'Status'],
  ['passed', 'Verdict'],
  ['repository', 'Repository'],
  ['branch', 'Branch'],
  ['source', 'Source'],
  ['label', 'Label'],
];

interface ProjectFilterBarProps {
  readonly filters: Filters<ProjectParam>;
  readonly onChange: (changes: Partial<Filters<ProjectParam>>) => void;
}

/** Shows the facets that have more than one value, or a chosen one. */
export function ProjectFilterBar({ filters, onChange }: ProjectFilterBarProps) {
  // The feed has projects as rows, and counts them by the same members.
  const { data } = useCall(countFeed, { query: { ...filterQuery(filters), kind: 'project' } });
  return (
    <FilterBar
      result={data === undefined ? '' : resultText(data)}
      onClear={isFiltered(filters) ? () => onChange(noFilters(filters)) : undefined}
    >
      {FACETS.map(([name, label]) => {
        const values = data?.facets.find((facet) => facet.name === name)?.values ?? [];
        if (values.length < 2 && filters[name] === '') return null;
        return (
          <ChoiceFacet
            key={name}
            label={label}
            options={values.map(({ value, count }) => ({ value, count, label: labelOf(name, value) }))}
            value={filters[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        );
      })}
    </FilterBar>
  );
}

function resultText({ total, isComplete }: FeedCounts): string {
  return `${total.toLocaleString('en')}${isComplete ? '' : '+'} ${total === 1 ? 'project' : 'projects'}`;
}

function labelOf(name: ProjectParam, value: string) {
  if (name === 'passed') return value === 'true' ? 'Passed' : 'Blocked or failed';
  if (name === 'status') return wordsOf(value);
  return <bdi>{value}</bdi>;
}
