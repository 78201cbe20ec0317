/** State of a screen in the query of its address: filters, sort order, open panel. */

import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

/** Query parameter with its default, which is absent from the address. */
export interface UrlParam<Value> {
  parse(texts: readonly string[]): Value;
  /** Returns no text for the default. */
  format(value: Value): readonly string[];
}

/** Returns a parameter of free text; the default is empty. */
export function textParam(): UrlParam<string> {
  return { parse: ([text = '']) => text, format: (text) => (text === '' ? [] : [text]) };
}

/** Returns a parameter with one of several values; anything else in the address means the default. */
export function choiceParam<Value extends string>(
  values: readonly Value[],
  standard: Value,
): UrlParam<Value> {
  return {
    parse: ([text]) => values.find((value) => value === text) ?? standard,
    format: (value) => (value === standard ? [] : [value]),
  };
}

/** Returns a parameter with any number of values, as `a,b`; the default is none. */
export function setParam(): UrlParam<readonly string[]> {
  return {
    parse: ([text = '']) => text.split(',').filter((value) => value !== ''),
    format: (values) => (values.length === 0 ? [] : [values.join(',')]),
  };
}

type Definitions = Readonly<Record<string, UrlParam<unknown>>>;
type State<Params extends Definitions> = {
  readonly [Name in keyof Params]: Params[Name] extends UrlParam<infer Value> ? Value : never;
};

/** Kind of a change. `typing`: all keys of one input make one entry of the history; `replace`: no entry. */
export type ChangeKind = 'step' | 'typing' | 'replace';

/** Address that the last typing wrote; the next key replaces it. */
let typedUrl: string | null = null;

/**
 * Reads the parameters of a screen, and returns a function that changes some of them. Define the parameters outside the
 * component. Parameters of other parts stay.
 */
export function useUrlState<Params extends Definitions>(
  definitions: Params,
): readonly [State<Params>, (changes: Partial<State<Params>>, kind?: ChangeKind) => void] {
  const { url, route } = useLocation();
  const state = useMemo(() => readState(definitions, url), [url]);
  const change = (changes: Partial<State<Params>>, kind: ChangeKind = 'step'): void => {
    const next = changedUrl(definitions, changes);
    const current = currentUrl();
    if (next === current) return;
    route(next, kind === 'replace' || (kind === 'typing' && typedUrl === current));
    typedUrl = kind === 'typing' ? next : null;
  };
  return [state, change];
}

function readState<Params extends Definitions>(definitions: Params, url: string): State<Params> {
  const search = new URL(url, location.origin).searchParams;
  const entries = Object.entries(definitions).map(([name, { parse }]) => [name, parse(search.getAll(name))]);
  return Object.fromEntries(entries) as State<Params>;
}

function changedUrl(definitions: Definitions, changes: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    search.delete(name);
    for (const text of definitions[name]!.format(value)) search.append(name, text);
  }
  // Commas may stand in a query as they are, and are easier to read so.
  const text = search.toString().replaceAll('%2C', ',');
  return location.pathname + (text === '' ? '' : `?${text}`);
}

function currentUrl(): string {
  return location.pathname + location.search;
}
