/** State of a result in the address. */
import type { QueryValues } from '../../routing/paths.ts';
import { choiceParam, setParam, textParam } from '../../routing/url-state.ts';

/** Parts of a result, each a tab. */
export const VIEWS = ['findings', 'picture', 'changes', 'run'] as const;
export type View = (typeof VIEWS)[number];

/** Members by which the list can be grouped. */
export const GROUPINGS = ['rule', 'severity', 'category', 'file'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Facets of the findings; the API names them the same. */
export const FINDING_FACETS = ['severity', 'category', 'ruleId', 'status', 'change'] as const;
export type FindingFacet = (typeof FINDING_FACETS)[number];

/** Parameters of the address. */
export const RESULT_PARAMS = {
  view: choiceParam<View>(VIEWS, 'findings'),
  finding: textParam(),
  /** Position of the workflow that is drawn, in an archive. */
  workflow: textParam(),
  group: choiceParam<Grouping>(GROUPINGS, 'rule'),
  q: textParam(),
  severity: setParam(),
  category: setParam(),
  ruleId: setParam(),
  status: setParam(),
  change: setParam(),
};

/** Chosen filters of the findings. */
export type FindingFilters = Readonly<Record<FindingFacet, readonly string[]>> & { readonly q: string };

export const NO_FINDING_FILTERS: FindingFilters = {
  q: '',
  severity: [],
  category: [],
  ruleId: [],
  status: [],
  change: [],
};

/** Returns the filters as the query of a call. */
export function findingQuery(filters: FindingFilters, groupBy: Grouping): QueryValues {
  const facets = FINDING_FACETS.filter((facet) => filters[facet].length > 0).map(
    (facet) => [facet, filters[facet].join(',')] as const,
  );
  return {
    ...Object.fromEntries(facets),
    ...(filters.q === '' ? {} : { q: filters.q }),
    groupBy,
    pageSize: 100,
  };
}

/** Returns whether a filter is chosen. */
export function hasFilters(filters: FindingFilters): boolean {
  return filters.q !== '' || FINDING_FACETS.some((facet) => filters[facet].length > 0);
}
