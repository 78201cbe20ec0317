/** Filters of the changes in the address, and the choice between changes and files. */
import { choiceParam, textParam, type UrlParam } from '../../routing/url-state.ts';
import { FEED_PARAMS, type FeedFilters } from './feed-filters.ts';

/** Parameters that changes share with files; the API names them the same. */
export const CHANGE_PARAMS = {
  status: textParam(),
  passed: choiceParam(['', 'true', 'false'], ''),
  wouldBlock: choiceParam(['', 'true', 'false'], ''),
  repository: textParam(),
  branch: textParam(),
  environment: textParam(),
  source: textParam(),
  label: textParam(),
} as const satisfies Readonly<Partial<Record<keyof FeedFilters, UrlParam<string>>>>;

export type ChangeParam = keyof typeof CHANGE_PARAMS;

/** Chosen filters; empty texts filter nothing. */
export type ChangeFilters = Readonly<Record<ChangeParam, string>>;

/** Changes that clear every filter. */
export const NO_CHANGE_FILTERS = Object.fromEntries(
  Object.keys(CHANGE_PARAMS).map((name) => [name, '']),
) as unknown as { readonly [Name in ChangeParam]: '' };

/** List that the feed shows, and the change whose files are open in it. */
export const FEED_VIEW = {
  view: choiceParam(['', 'changes', 'files'], ''),
  open: textParam(),
} as const;

/** Returns whether the feed shows files: by choice, or as the address has a filter that only they have. */
export function showsFiles(view: string, filters: FeedFilters): boolean {
  if (view !== '') return view === 'files';
  return Object.keys(FEED_PARAMS).some(
    (name) => !Object.hasOwn(CHANGE_PARAMS, name) && filters[name as keyof FeedFilters] !== '',
  );
}
