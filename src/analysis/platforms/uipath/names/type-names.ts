/** XAML type names such as `scg:Dictionary(x:String, s:Int32[])`, read for people and for rules. */
import { factOfNames } from '../../../model/interning/name-facts.ts';
import type { Argument } from '../../../model/workflow.ts';
import { internal } from '../../shared-names.ts';
import { resolvePrefix, type XmlDocument } from '../../xml/document.ts';
import { XAML } from './namespaces.ts';

const SEPARATORS = new Set('(), []'.split(''));
const CLR = 'clr-namespace:';

/** Applies a function to every name in a type expression. */
function mapNames(text: string, change: (name: string) => string): string {
  let mapped = '';
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !SEPARATORS.has(text[at]!)) continue;
    if (at > start) mapped += change(text.slice(start, at));
    mapped += text[at] ?? '';
    start = at + 1;
  }
  return mapped;
}

/** Returns a type without namespaces: `Dictionary(String, Int32[])`. */
export function shortTypeName(text: string): string {
  return mapNames(text, (name) => name.slice(name.indexOf(':') + 1));
}

/** Returns a type with CLR namespaces where the file names them: `System.Exception`. */
export function fullTypeName(doc: XmlDocument, element: number, text: string): string {
  return mapNames(text, (name) => {
    const colon = name.indexOf(':');
    const local = name.slice(colon + 1);
    const uri = resolvePrefix(doc, element, colon === -1 ? '' : name.slice(0, colon)) ?? '';
    if (uri === XAML) return `System.${local}`;
    if (!uri.startsWith(CLR)) return local;
    const namespace = uri.slice(CLR.length).split(';', 1)[0]!;
    return namespace === '' ? local : `${namespace}.${local}`;
  });
}

const DIRECTIONS = new Map<string, Argument['direction']>([
  ['InArgument', 'in'],
  ['OutArgument', 'out'],
  ['InOutArgument', 'in-out'],
]);

/** Returns the direction of an argument element (`InArgument`, …), or undefined for any other element. */
export function directionOf(elementName: string): Argument['direction'] | undefined {
  return DIRECTIONS.get(elementName);
}

/** The type of a symbol. */
interface SymbolType {
  readonly type: string;
  /** Values of it are encrypted in memory. */
  readonly secure: boolean;
}

function symbolType(type: string): SymbolType {
  const secure = type === 'SecureString' || type === 'SecureString[]' || type.includes('(SecureString');
  return { type: internal(type), secure };
}

const variableTypes = factOfNames((text): SymbolType => symbolType(shortTypeName(text)));

/** Returns the type of a variable, as its declaration has it. */
export function variableType(text: string): SymbolType {
  return variableTypes({ name: text });
}

const argumentTypes = factOfNames((text): SymbolType & { readonly direction: Argument['direction'] } => {
  const short = shortTypeName(text);
  const open = short.indexOf('(');
  const direction = open === -1 ? undefined : DIRECTIONS.get(short.slice(0, open));
  if (direction === undefined) return { direction: 'in', ...symbolType(short) };
  return { direction, ...symbolType(short.slice(open + 1, short.endsWith(')') ? -1 : undefined)) };
});

/**
 * Converts `InArgument(x:String)` to in, `String`. A plain type is a property of the workflow, which callers can only
 * set.
 */
export function argumentType(text: string): SymbolType & { readonly direction: Argument['direction'] } {
  return argumentTypes({ name: text });
}
