/** Filters of the feed in the address. */
import type { QueryValues } from '../../routing/paths.ts';
import { choiceParam, textParam, type UrlParam } from '../../routing/url-state.ts';

const truth = () => choiceParam(['', 'true', 'false'], '');

/** Parameters of the address; the API names them the same. */
export const FEED_PARAMS = {
  q: textParam(),
  status: textParam(),
  passed: truth(),
  wouldBlock: truth(),
  regression: truth(),
  kind: textParam(),
  platform: textParam(),
  repository: textParam(),
  branch: textParam(),
  environment: textParam(),
  source: textParam(),
  label: textParam(),
  latest: truth(),
  queuedAfter: textParam(),
} as const satisfies Readonly<Record<string, UrlParam<string>>>;

export type FeedParam = keyof typeof FEED_PARAMS;

/** Chosen filters; empty texts filter nothing. */
export type FeedFilters = {
  readonly [Name in FeedParam]: (typeof FEED_PARAMS)[Name] extends UrlParam<infer Value> ? Value : never;
};

/** Changes that clear every filter. */
export const NO_FEED_FILTERS = Object.fromEntries(
  Object.keys(FEED_PARAMS).map((name) => [name, '']),
) as unknown as FeedFilters;

/** Returns the filters as the query of a call. */
export function feedQuery(filters: FeedFilters): QueryValues {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** Returns whether any filter is chosen. */
export function isFiltered(filters: FeedFilters): boolean {
  return Object.keys(feedQuery(filters)).length > 0;
}
