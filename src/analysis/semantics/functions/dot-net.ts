/**
 * Functions and methods of Visual Basic and .NET whose results can be computed from a file. Bytes are texts here, with
 * one character for each.
 */
import type { Expr } from '../../model/expr.ts';
import {
  constant,
  constantTexts,
  type ExprValue,
  exprValue,
  join,
  mapText,
  type ValueFunction,
  type ValueReading,
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

const lower = onParts((text) => text.toLowerCase());
const upper = onParts((text) => text.toUpperCase());
const trim = onText((text) => text.trim());
const fixed =
  (text: string): ValueFunction =>
  () =>
    constant(text);

/** Escaped braces, places with their formats, and the text between them. */
const FORMAT = /\{\{|\}\}|\{(\d{1,2})[^{}]*\}|[^{}]+|[{}]/g;

/** Fills the places of a fixed format: `{0}`. */
const format: ValueFunction = ([pattern, ...args]) => {
  const text = constantOf(pattern);
  if (text === undefined) return undefined;
  const parts = Array.from(text.matchAll(FORMAT), ([piece, place]) => {
    if (place !== undefined) return args[Number(place)];
    return constant(piece === '{{' || piece === '}}' ? piece[0]! : piece);
  });
  return parts.every((part) => part !== undefined) ? join(parts) : undefined;
};

const joinList: ValueFunction = ([separator, ...items]) => {
  const [first] = items;
  if (separator === undefined || first === undefined) return undefined;
  return joinItems(first.kind === 'list' ? first.items : items, separator);
};

/** Converts characters to bytes, and back. */
const getBytes = (encoding: BufferEncoding): ValueFunction =>
  encoded((text) => Buffer.from(text, encoding).toString('latin1'));
const getString = (encoding: BufferEncoding): ValueFunction =>
  onText((text) => Buffer.from(text, 'latin1').toString(encoding));

/** Cuts `Mid(text, from, length)`, which counts from 1. */
const mid: ValueFunction = ([value, from, ...rest]) =>
  substring([value!, constant(String(Number(constantOf(from)) - 1)), ...rest]);
const left: ValueFunction = ([value, length]) => substring([value!, constant('0'), length ?? constant('')]);

const character: ValueFunction = ([code]) => mapText(code, (text) => String.fromCharCode(Number(text)));

const ENCODINGS: readonly (readonly [name: string, encoding: BufferEncoding])[] = [
  ['utf8', 'utf8'],
  ['default', 'utf8'],
  ['ascii', 'utf8'],
  ['unicode', 'utf16le'],
];

/** Members of types, by their names behind `System.`. */
const STATIC: readonly (readonly [name: string, compute: ValueFunction])[] = [
  ['string.format', format],
  ['string.concat', join],
  ['string.join', joinList],
  ['string.empty', fixed('')],
  ['environment.newline', fixed('\n')],
  ['convert.frombase64string', fromBase64('latin1')],
  ['convert.tobase64string', encoded((text) => Buffer.from(text, 'latin1').toString('base64'))],
  ['convert.tostring', same],
  ...ENCODINGS.flatMap(([name, encoding]) => [
    [`text.encoding.${name}.getbytes`, getBytes(encoding)] as const,
    [`text.encoding.${name}.getstring`, getString(encoding)] as const,
  ]),
];

const FUNCTIONS: ReadonlyMap<string, ValueFunction> = new Map<string, ValueFunction>([
  // Files import the namespaces that they use.
  ...STATIC.flatMap(([name, compute]) => [
    [`system.${name}`, compute] as const,
    [name.replace(/^text\./, ''), compute] as const,
  ]),
  ['cstr', same],
  ['replace', replace],
  ['trim', trim],
  ['lcase', lower],
  ['ucase', upper],
  ['mid', mid],
  ['left', left],
  ['chr', character],
  ['chrw', character],
  ['controlchars.quote', fixed('"')],
  ['vbcrlf', fixed('\r\n')],
  ['vbnewline', fixed('\r\n')],
  ['vblf', fixed('\n')],
  ['vbtab', fixed('\t')],
]);

const METHODS: ReadonlyMap<string, ValueFunction> = new Map([
  // With a format it changes numbers and dates.
  ['tostring', ([value, pattern]: readonly ExprValue[]) => (pattern === undefined ? value : undefined)],
  ['trim', ([value]: readonly ExprValue[]) => trim([value!])],
  ['tolower', lower],
  ['toupper', upper],
  ['tolowerinvariant', lower],
  ['toupperinvariant', upper],
  ['replace', replace],
  ['substring', substring],
]);

/** Reading of Visual Basic and C# that knows nothing of the workflow. */
export const DOT_NET: ValueReading = { functions: FUNCTIONS, methods: METHODS, resolve: () => undefined };

/** Returns the value of an expression without its workflow. */
export const dotNetValue = (tree: Expr): ExprValue => exprValue(tree, DOT_NET);

/** Yields every fixed text that an expression can give, such as the results of a condition. */
export const possibleTexts = (tree: Expr): Iterable<string> => constantTexts(dotNetValue(tree));
