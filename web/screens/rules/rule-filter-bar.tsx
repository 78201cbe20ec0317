/** Filters over the rule catalogue. */
import type { ComponentChildren } from 'preact';
import type { RuleSummary } from '../../api/calls/rules.ts';
import { isSeverity, severityRank } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { wordsOf } from '../../parts/data/words.ts';
import { Facet, FilterBar, SearchField } from '../../parts/form/filters.tsx';
import type { ChangeKind } from '../../routing/url-state.ts';
import { countFacet, filterRules, RULE_FACETS, type RuleFacet, type RuleFilters } from './rule-filters.ts';
import { presetLabel } from './rule-words.ts';

interface RuleFilterBarProps {
  readonly rules: readonly RuleSummary[];
  readonly filters: RuleFilters;
  readonly titleOf: (platform: string) => string;
  readonly result: string;
  readonly onChange: (changes: Partial<RuleFilters>, kind?: ChangeKind) => void;
  readonly onClear: (() => void) | undefined;
}

/** Shows the search and a facet for each property; counts are those under the other filters. */
export function RuleFilterBar(props: RuleFilterBarProps) {
  const { rules, filters, titleOf, result, onChange, onClear } = props;
  const labelOf = (facet: RuleFacet, value: string): ComponentChildren => {
    if (facet === 'platform') return titleOf(value);
    if (facet === 'preset') return presetLabel(value);
    return isSeverity(value) ? <SeverityMark severity={value} long /> : wordsOf(value);
  };
  return (
    <FilterBar result={result} onClear={onClear}>
      <SearchField label="Search rules" value={filters.q} onInput={(q) => onChange({ q }, 'typing')} />
      {RULE_FACETS.map((facet) => {
        const counts = countFacet(filterRules(rules, filters, facet), facet);
        const values = [...countFacet(rules, facet).keys()];
        return (
          <Facet
            key={facet}
            label={FACET_LABELS[facet]}
            options={sorted(facet, values).map((value) => ({
              value,
              label: labelOf(facet, value),
              count: counts.get(value) ?? 0,
            }))}
            chosen={filters[facet]}
            onChange={(chosen) => onChange({ [facet]: chosen })}
          />
        );
      })}
    </FilterBar>
  );
}

const FACET_LABELS: Readonly<Record<RuleFacet, string>> = {
  severity: 'Severity',
  platform: 'Platform',
  category: 'Category',
  preset: 'Ruleset',
};

function sorted(facet: RuleFacet, values: readonly string[]): readonly string[] {
  if (facet === 'severity') return values.toSorted((a, b) => severityRank(a) - severityRank(b));
  return values.toSorted();
}
