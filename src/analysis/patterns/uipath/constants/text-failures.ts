/** Calls of .NET that reject a fixed text: patterns, formats, addresses, dates. */
import type { Expr, Invocation } from '../../../model/expr.ts';
import { createdType, qualifiedName } from '../../../semantics/callee.ts';
import { patternFault } from './dotnet-pattern.ts';
import type { KnownValue } from './known-value.ts';

type Lookup = (tree: Expr) => KnownValue | undefined;

/** Most characters of a text in a message. */
const SHOWN_MAX = 40;

/** Returns a text in quotation marks, cut for a message. */
export const briefQuote = (text: string): string =>
  `"${text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text}"`;

/** One piece of a composite format: a doubled brace, a hole, or any other character. */
const FORMAT_PIECE = /\{\{|\}\}|\{(?<index>\d{1,6})\s*(?:,\s*-?\d{1,4}\s*)?(?::[^{}]*)?\}|[^{}]/gy;

/** Braces in the format of one value, which .NET Framework reads and later versions reject. */
const INNER_BRACES = /\{\d{1,6}[^{}:]{0,20}:[^{}]{0,100}\{\{/;

/** Returns what is wrong with a composite format with so many values; null stands for any number of them. */
function formatFault(format: string, values: number | null): string | undefined {
  if (INNER_BRACES.test(format)) return undefined;
  let end = 0;
  for (const { 0: piece, index, groups } of format.matchAll(FORMAT_PIECE)) {
    end = index + piece.length;
    const hole = groups?.index;
    if (hole !== undefined && values !== null && Number(hole) >= values)
      return `${briefQuote(format)} asks for the value {${hole}}, and there ${values === 1 ? 'is one value' : `are ${values} values`}`;
  }
  return end < format.length
    ? `${briefQuote(format)} has a brace that is not doubled and no place of a value`
    : undefined;
}

/** Names of static methods of Regex, whose second argument is the pattern. */
const WITH_PATTERN =
  /^(?:system\.text\.regularexpressions\.)?regex\.(?:ismatch|matches|match|replace|split)$/;
const DATE_PARSERS =
  /^(?:system\.)?(?:datetime|date|datetimeoffset|timespan)\.parse$|^(?:system\.)?convert\.todatetime$|^cdate$/;
/** Names of months begin with letters of any alphabet: only a text without a digit cannot be a date. */
const DIGIT = /\p{Nd}/u;
/** A day of the week, which is read as today when it is today's. */
const WEEKDAY = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)\b/i;
/** An address with its scheme; paths of files count too. */
const ABSOLUTE = /^\s*(?:[a-z][a-z0-9+.-]*:|\\\\|\/)/i;
const GUID_DIGITS = /^[\s{(]*(?:[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}[\s})]*$|0x)/i;

/** Returns whether a text may be a GUID: digits in any form, or a list of numbers such as `{0x1,0x2,…}`. */
export const mayBeGuid = (text: string): boolean => GUID_DIGITS.test(text);

function createdFailure(node: Extract<Expr, { kind: 'new' }>, text: string): string | undefined {
  switch (createdType(node).toLowerCase()) {
    case 'regex': {
      const fault = patternFault(text);
      return fault && `the pattern ${briefQuote(text)} ${fault}`;
    }
    case 'uri':
      return node.args.length > 1 || ABSOLUTE.test(text)
        ? undefined
        : `${briefQuote(text)} is no address with a scheme such as "https:"`;
    case 'guid':
      return mayBeGuid(text) ? undefined : `${briefQuote(text)} is no GUID`;
    default:
      return undefined;
  }
}

/** Returns why a call rejects its fixed text in every run; undefined when it may not. */
export function textFailure(node: Invocation, known: Lookup): string | undefined {
  const textAt = (index: number): string | undefined => {
    const argument = node.args[index];
    const value = argument && argument.name === undefined ? known(argument.value) : undefined;
    return value?.kind === 'text' ? value.text : undefined;
  };
  const first = textAt(0);
  if (node.kind === 'new') return first === undefined ? undefined : createdFailure(node, first);
  const name = qualifiedName(node.callee).toLowerCase();
  if (WITH_PATTERN.test(name)) {
    // A variable may be named "regex": its `Replace` takes the new text in this place, and a count behind it.
    const third = node.args[2];
    const isOfVariable =
      name.endsWith('.replace') && (third === undefined || known(third.value)?.kind === 'number');
    const pattern = isOfVariable ? undefined : textAt(1);
    const fault = pattern === undefined ? undefined : patternFault(pattern);
    return fault && `the pattern ${briefQuote(pattern!)} ${fault}`;
  }
  if (first === undefined) return undefined;
  if (/^(?:system\.)?string\.format$/.test(name)) {
    // One value may be a list of them.
    const values = node.args.length - 1;
    return formatFault(first, values === 1 ? null : values);
  }
  const isDate = DATE_PARSERS.test(name) && !DIGIT.test(first) && !WEEKDAY.test(first);
  return isDate ? `${briefQuote(first)} is neither a date nor a time` : undefined;
}
