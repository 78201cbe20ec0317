/** Changes to a Power Automate file that leave the flow what it is, so that no finding may come or go. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Transformation {
  readonly name: string;
  /** The changed text; the text itself when the change does not apply to such a file. */
  apply(text: string): string;
  /** Undoes the change in what findings quote from the file. */
  restore?(subject: string): string;
}

/** What a renamed symbol begins with. In front, because what a name ends in says what it holds. */
const PREFIX = 'my_';
const STRING = /"(?:[^"\\]|\\.)*"/g;

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // A desktop flow's script, or a damaged file: what changes JSON leaves it alone.
    return undefined;
  }
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a change to a JSON text as a value. */
const changing =
  (change: (value: Json) => Json, indent = 1) =>
  (text: string): string => {
    const value = parse(text);
    return value === undefined ? text : JSON.stringify(change(value), undefined, indent);
  };

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)] as const);
  return Object.fromEntries(entries.reverse());
}

/** Every letter in a string as an escape: `"\u0061\u0062"`. Escapes that are there stay. */
function escaped(text: string): string {
  return text.replaceAll(STRING, (string) =>
    string.replaceAll(/\\u[0-9a-fA-F]{4}|\\.|[a-zA-Z']/g, (part) =>
      part.startsWith('\\') ? part : `\\u${part.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

const normal = (name: string): string => name.toLowerCase().replaceAll(' ', '_');

/** Names of actions, triggers and variables, as expressions match them. */
function symbolsIn(value: Json, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const inner of value) symbolsIn(inner, found);
  if (!isObject(value)) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (['actions', 'triggers'].includes(key) && isObject(inner))
      for (const name of Object.keys(inner)) found.add(normal(name));
    if (key === 'variables' && Array.isArray(inner)) {
      for (const variable of inner as readonly Json[])
        if (isObject(variable) && typeof variable.name === 'string') found.add(normal(variable.name));
    }
    symbolsIn(inner, found);
  }
  return found;
}

/** Writes the new name wherever a symbol is declared, named by another action, or read by an expression. */
function renamed(value: Json, symbols: ReadonlySet<string>, parent = ''): Json {
  const rename = (name: string) => (symbols.has(normal(name)) ? PREFIX + name : name);
  if (typeof value === 'string')
    return value.replaceAll(/\('((?:[^']|'')*)'/g, (all, name: string) =>
      all.replace(name, () => rename(name)),
    );
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, symbols, parent));
  if (!isObject(value)) return value;
  const isPlace = parent === 'actions' || parent === 'triggers' || parent === 'runAfter';
  const isVariable = parent === 'variables' || parent === 'inputs';
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = isVariable && key === 'name' && typeof inner === 'string' ? rename(inner) : undefined;
      return [isPlace ? rename(key) : key, name ?? renamed(inner, symbols, key)];
    }),
  );
}

export const TRANSFORMATIONS: readonly Transformation[] = [
  { name: 'indented otherwise', apply: changing((value) => value, 7) },
  { name: 'on one line', apply: changing((value) => value, 0) },
  { name: 'with a byte-order mark', apply: (text) => `\uFEFF${text}` },
  { name: 'with line ends of Windows', apply: (text) => text.replaceAll(/\r?\n/g, '\r\n') },
  { name: 'with its keys in another order', apply: changing(reversed) },
  { name: 'with letters as escapes', apply: (text) => (parse(text) === undefined ? text : escaped(text)) },
  {
    name: 'with other names',
    apply: changing((value) => renamed(value, symbolsIn(value))),
    restore: (subject) => subject.replaceAll(/my[_ ]/g, ''),
  },
];
