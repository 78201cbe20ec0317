/** Filters of a list: text parameters of its address that the API names the same. */
import type { QueryValues } from './paths.ts';

/** Chosen filters; empty texts filter nothing. */
export type Filters<Name extends string> = Readonly<Record<Name, string>>;

/** Returns the filters as the query of a call. */
export function filterQuery(filters: Filters<string>): QueryValues {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** Returns the changes that clear all of them. */
export function noFilters<Name extends string>(filters: Filters<Name>): Filters<Name> {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) as Filters<Name>;
}

/** Returns whether any filter is chosen. */
export function isFiltered(filters: Filters<string>): boolean {
  return Object.values(filters).some((value) => value !== '');
}
