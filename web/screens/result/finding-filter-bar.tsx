/** Filters over the findings of a result, and how they are grouped. */
import type { ComponentChildren } from 'preact';
import type { FindingsPage } from '../../api/calls/results.ts';
import { exceptionOfFinding } from '../../parts/data/exception-states.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { wordsOf } from '../../parts/data/words.ts';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { Facet, FilterBar, SearchField } from '../../parts/form/filters.tsx';
import type { ChangeKind } from '../../routing/url-state.ts';
import { CHANGES } from './finding-words.ts';
import { FINDING_FACETS, type FindingFacet, type FindingFilters, type Grouping } from './result-params.ts';

type ApiFacet = FindingsPage['facets'][number];

const FACET_LABELS: Readonly<Record<FindingFacet, string>> = {
  severity: 'Severity',
  category: 'Category',
  ruleId: 'Rule',
  status: 'Exception',
  change: 'Change',
};

const GROUP_LABELS: readonly (readonly [Grouping, string])[] = [
  ['rule', 'Rule'],
  ['severity', 'Severity'],
  ['category', 'Category'],
  ['file', 'File'],
];

interface FindingFilterBarProps {
  readonly filters: FindingFilters;
  readonly group: Grouping;
  readonly facets: readonly ApiFacet[];
  readonly result: string;
  readonly onChange: (
    changes: Partial<FindingFilters & { readonly group: Grouping }>,
    kind?: ChangeKind,
  ) => void;
  readonly onClear: (() => void) | undefined;
}

/** Shows the search, the facets with more than one value, and the grouping. */
export function FindingFilterBar(props: FindingFilterBarProps) {
  const { filters, group, facets, result, onChange, onClear } = props;
  const hasFiles = facets.some(({ name }) => name === 'file');
  return (
    <FilterBar result={result} onClear={onClear}>
      <SearchField label="Search findings" value={filters.q} onInput={(q) => onChange({ q }, 'typing')} />
      {FINDING_FACETS.map((facet) => {
        const values = facets.find(({ name }) => name === facet)?.values ?? [];
        if (values.length < 2 && filters[facet].length === 0) return null;
        return (
          <Facet
            key={facet}
            label={FACET_LABELS[facet]}
            options={values.map((value) => ({ ...value, label: labelOf(facet, value) }))}
            chosen={filters[facet]}
            onChange={(chosen) => onChange({ [facet]: chosen })}
          />
        );
      })}
      <ChoiceSelect
        label="Group by"
        value={group}
        options={GROUP_LABELS.filter(([value]) => value !== 'file' || hasFiles)}
        onChange={(next) => onChange({ group: next })}
      />
    </FilterBar>
  );
}

function labelOf(facet: FindingFacet, { value, label }: ApiFacet['values'][number]): ComponentChildren {
  if (isSeverity(value)) return <SeverityMark severity={value} long />;
  if (facet === 'status') return exceptionOfFinding(value);
  if (facet === 'change') return CHANGES[value]?.[1] ?? value;
  return label ?? wordsOf(value);
}
