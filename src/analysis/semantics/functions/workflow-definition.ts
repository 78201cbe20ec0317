/** Functions of the workflow definition language whose results can be computed from a file. */
import {
  type ConstantValue,
  choiceOf,
  constant,
  type ExprValue,
  listOf,
  mapText,
  type ValueFunction,
} from '../value.ts';
import {
  constantOf,
  encoded,
  fromBase64,
  joinItems,
  onParts,
  onText,
  replace,
  same,
  substring,
} from './texts.ts';

const isNothing = (value: ExprValue): boolean => value.kind === 'constant' && value.type === 'nothing';

/** Calls a function that fails for some texts. */
function tried(compute: () => string): string | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

const base64 = encoded((text) => Buffer.from(text).toString('base64'));
/** A single half of a surrogate pair cannot be encoded. */
const encodeComponent = (text: string): string => encodeURIComponent(text.toWellFormed());
const fromComponent = onText((text) => tried(() => decodeURIComponent(text)));

const split: ValueFunction = ([value, separator]) => {
  const [text, at] = [constantOf(value), constantOf(separator)];
  return text === undefined || !at ? undefined : listOf(text.split(at).map((part) => constant(part)));
};

const joinList: ValueFunction = ([list, separator]) => {
  if (list?.kind !== 'list' || separator === undefined) return undefined;
  return joinItems(list.items, separator);
};

/** Returns the first or last item of a list, or character of a text. */
const end =
  (at: 0 | -1): ValueFunction =>
  ([value]) =>
    value?.kind === 'list'
      ? value.items.at(at)
      : mapText(value, (text) => (at === 0 ? text.slice(0, 1) : text.slice(-1)));

const choose: ValueFunction = ([test, whenTrue, whenFalse]) => {
  if (whenTrue === undefined || whenFalse === undefined) return undefined;
  const result = constantOf(test)?.toLowerCase();
  if (result === 'true') return whenTrue;
  return result === 'false' ? whenFalse : choiceOf([whenTrue, whenFalse]);
};

const coalesce: ValueFunction = (args) => {
  const values = args.filter((value) => !isNothing(value));
  const certain = values.findIndex(({ kind }) => kind !== 'unknown');
  return choiceOf(certain === -1 ? values : values.slice(0, certain + 1));
};

function fromJson(data: unknown): ExprValue | undefined {
  if (typeof data === 'string') return constant(data);
  if (typeof data === 'number') return constant(String(data), String(data), 'number');
  if (typeof data === 'boolean') return constant(String(data), String(data), 'boolean');
  if (data === null) return constant('', '', 'nothing');
  if (!Array.isArray(data)) return undefined;
  const items = data.map(fromJson);
  return items.every((item): item is ConstantValue => item?.kind === 'constant') ? listOf(items) : undefined;
}

const json: ValueFunction = ([value]) => {
  const text = constantOf(value);
  if (text === undefined) return undefined;
  try {
    return fromJson(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Functions by their names in lower case; the result of any other is unknown. */
export const WORKFLOW_DEFINITION_FUNCTIONS: ReadonlyMap<string, ValueFunction> = new Map([
  ['string', same],
  ['tolower', onParts((text) => text.toLowerCase())],
  ['toupper', onParts((text) => text.toUpperCase())],
  ['trim', onText((text) => text.trim())],
  ['replace', replace],
  ['substring', substring],
  ['split', split],
  ['join', joinList],
  ['createarray', listOf],
  ['first', end(0)],
  ['last', end(-1)],
  ['if', choose],
  ['coalesce', coalesce],
  ['json', json],
  ['base64', base64],
  ['base64tostring', fromBase64('utf8')],
  ['decodebase64', fromBase64('utf8')],
  ['uricomponent', encoded(encodeComponent)],
  ['encodeuricomponent', encoded(encodeComponent)],
  ['uricomponenttostring', fromComponent],
  ['decodeuricomponent', fromComponent],
]);
