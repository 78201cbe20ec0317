/** Ways to write the same task bot differently: what a report says about it must not depend on them. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Transformation {
  readonly name: string;
  /** The same bot in another form. */
  apply(text: string): string;
  /** Undoes in the subject of a finding what the transformation did to names; absent when it does nothing to them. */
  subjectBefore?(subject: string): string;
}

const parse = (text: string): Json => JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rebuilds a document from the inside out. */
function rebuilt(value: Json, change: (value: Json, key: string) => Json, key = ''): Json {
  if (Array.isArray(value))
    return change(
      value.map((entry) => rebuilt(entry, change)),
      key,
    );
  if (!isObject(value)) return change(value, key);
  const members = Object.entries(value).map(([name, inner]) => [name, rebuilt(inner, change, name)] as const);
  return change(Object.fromEntries(members), key);
}

const reordered = (text: string, order: (keys: string[]) => string[]): string =>
  JSON.stringify(
    rebuilt(parse(text), (value) =>
      isObject(value)
        ? Object.fromEntries(order(Object.keys(value)).map((key) => [key, value[key]!] as const))
        : value,
    ),
  );

const pretty = (text: string, indent: number | string): string => JSON.stringify(parse(text), null, indent);

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');

/** Every text of the document, keys included, with escapes for the characters that `which` matches. */
function withEscapes(text: string, which: RegExp): string {
  return JSON.stringify(parse(text)).replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const decoded = JSON.parse(literal) as string;
    const parts = [...decoded].map((character) =>
      which.test(character) ? escaped(character) : JSON.stringify(character).slice(1, -1),
    );
    return `"${parts.join('')}"`;
  });
}

/** In front of every name: a word that says nothing about what a variable holds. */
const PREFIX = 'zq_';
/** References that the file does not declare: the product's own variables and the values of the Control Room. */
const REFERENCE = /\$(?!System:|@)([\p{L}_][\p{L}\p{N}_-]*)(?=[$.{[])/gu;
/** Names that the editor gives, which rules know. */
const EDITORS_OWN = /^(?:prompt-assignment|SampleString|SampleNumber)$/i;

function renamed(text: string): string {
  const name = (old: string): string => (EDITORS_OWN.test(old) ? old : PREFIX + old);
  const bot = rebuilt(parse(text), (value, key) => {
    if (typeof value !== 'string') return value;
    if (key === 'variableName') return name(value);
    return key === 'expression' ? value.replace(REFERENCE, (_, old: string) => `$${name(old)}`) : value;
  });
  if (!isObject(bot) || !Array.isArray(bot.variables)) return JSON.stringify(bot);
  const variables = bot.variables.map((variable) =>
    isObject(variable) && typeof variable.name === 'string'
      ? { ...variable, name: name(variable.name) }
      : variable,
  );
  return JSON.stringify({ ...bot, variables });
}

/** Each takes a whole bot. */
export const TRANSFORMATIONS: readonly Transformation[] = [
  { name: 'on a single line', apply: (text) => JSON.stringify(parse(text)) },
  { name: 'pretty-printed', apply: (text) => pretty(text, 2) },
  { name: 'indented by tabs', apply: (text) => pretty(text, '\t') },
  { name: 'with a byte-order mark', apply: (text) => `\uFEFF${text}` },
  { name: 'with CRLF', apply: (text) => pretty(text, 4).replaceAll('\n', '\r\n') },
  { name: 'with its keys in reverse order', apply: (text) => reordered(text, (keys) => keys.reverse()) },
  { name: 'with its keys in alphabetical order', apply: (text) => reordered(text, (keys) => keys.sort()) },
  { name: 'with escapes outside of ASCII', apply: (text) => withEscapes(text, /[^\x20-\x7e]/u) },
  { name: 'with escapes for every character', apply: (text) => withEscapes(text, /[\s\S]/u) },
  {
    name: 'with other names of variables',
    apply: renamed,
    subjectBefore: (subject) => subject.replaceAll(PREFIX, ''),
  },
];
