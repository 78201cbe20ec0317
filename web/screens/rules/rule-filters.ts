/** Filters of the rule catalogue, in the address and over the rules. */
import type { RuleSummary } from '../../api/calls/rules.ts';
import { severityRank } from '../../parts/data/severities.ts';
import { setParam, textParam, type UrlParam } from '../../routing/url-state.ts';

/** Parameters of the address. */
export const RULE_PARAMS = {
  q: textParam(),
  severity: setParam(),
  platform: setParam(),
  category: setParam(),
  preset: setParam(),
  sort: textParam(),
} as const satisfies Readonly<Record<string, UrlParam<unknown>>>;

/** Members of a rule that are facets. */
export const RULE_FACETS = ['severity', 'platform', 'category', 'preset'] as const;
export type RuleFacet = (typeof RULE_FACETS)[number];

/** Chosen filters. */
export type RuleFilters = Readonly<Record<RuleFacet, readonly string[]>> & { readonly q: string };

/** Filters when none is chosen. */
export const NO_RULE_FILTERS: RuleFilters = { q: '', severity: [], platform: [], category: [], preset: [] };

/** Returns the values that a rule has of a facet. */
export function facetValues(rule: RuleSummary, facet: RuleFacet): readonly string[] {
  return facet === 'platform' ? rule.platforms : [rule[facet]];
}

/** Returns the rules that all filters let through, but for those of one facet. */
export function filterRules(
  rules: readonly RuleSummary[],
  filters: RuleFilters,
  except: RuleFacet | null = null,
): readonly RuleSummary[] {
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter(
    (rule) =>
      RULE_FACETS.every(
        (facet) =>
          facet === except ||
          filters[facet].length === 0 ||
          facetValues(rule, facet).some((value) => filters[facet].includes(value)),
      ) && words.every((word) => textOf(rule).includes(word)),
  );
}

function textOf({ ruleId, title, why, complianceTags }: RuleSummary): string {
  return [ruleId, title, why, ...complianceTags].join('\n').toLowerCase();
}

/** Counts the rules of each value of a facet. */
export function countFacet(rules: readonly RuleSummary[], facet: RuleFacet): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of rules.flatMap((rule) => facetValues(rule, facet)))
    counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const ORDERS: Readonly<Record<string, (a: RuleSummary, b: RuleSummary) => number>> = {
  rule: (a, b) => a.title.localeCompare(b.title, 'en'),
  severity: (a, b) => severityRank(a.severity) - severityRank(b.severity),
  category: (a, b) => a.category.localeCompare(b.category, 'en'),
};

/** Sorts rules by a column, `-` before it for descending; by their ids where it names none. */
export function sortRules(rules: readonly RuleSummary[], sort: string): readonly RuleSummary[] {
  const order = ORDERS[sort.replace(/^-/, '')];
  if (order === undefined) return rules;
  const sign = sort.startsWith('-') ? -1 : 1;
  return rules.toSorted((a, b) => sign * order(a, b));
}
