/** UiPath text variables that only ever hold values made by the workflow itself. */

import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Expression, Property, Value, Variable, Workflow } from '../../model/workflow.ts';
import { lastName } from '../../semantics/callee.ts';
import { mentionedSymbols, symbolTable } from '../../semantics/symbols.ts';
import { walk } from '../../semantics/visit.ts';
import { mayWriteSymbols } from './short-form.ts';

/** Types whose values cannot hold a statement or a command. */
export const HARMLESS_TYPES =
  /^(?:S?Byte|U?Int(?:16|32|64)|Single|Double|Decimal|Boolean|DateTime|DateTimeOffset|TimeSpan|Guid)$/;
/** Types, members and functions that make a GUID, a number or a date, or change the form of a text. */
const MAKERS = new Set(
  `system string guid newguid datetime now today utcnow ticks year month day hour minute second timeofday tostring format
  concat substring replace tolower toupper tolowerinvariant toupperinvariant trim cint clng cstr convert toint32 toint64
  math round abs empty`.split(/\s+/),
);
/** Members that make a new value. */
const SOURCES = new Set(['newguid', 'now', 'today', 'utcnow', 'ticks']);
/** Passes over the assignments: a value may be made of another one, as in `name = "tmp_" + id`. */
const PASSES = 3;
/** `Integer.TryParse(text, result)`, `map.TryGetValue(key, result)`: a call that fills one of its arguments. */
const FILLS_ARGUMENT = /\bTry\w+\s*\(/i;

interface Writes {
  readonly values: Value[];
  /** True if something other than an assignment may write it. */
  isOpen: boolean;
}

const isAssignment = ({ type }: Activity, { name }: Property): boolean =>
  type === 'Assign' && (name === 'To' || name === 'Value');

/** Returns whether a container fills the variable: the item of a loop, the argument of a handler. */
const isFilledByContainer = ({ modifiers }: Variable): boolean =>
  modifiers?.some((modifier) => modifier.startsWith('Delegate')) === true;

/** Collects the values of each text variable, its default included. */
export const textWrites = derived((workflow: Workflow): ReadonlyMap<Variable, Writes> => {
  const table = symbolTable(workflow);
  const writes = new Map<Variable, Writes>();
  for (const variable of workflow.variables)
    if (variable.type === 'String' && !isFilledByContainer(variable))
      writes.set(variable, {
        values: variable.default === undefined ? [] : [variable.default],
        isOpen: false,
      });
  if (writes.size === 0) return writes;
  const symbolsIn = (expression: Expression): Variable[] => mentionedSymbols(workflow, table, expression);
  for (const activity of workflow.activities) {
    const to = activity.type === 'Assign' ? propertyOf(activity, 'To')?.expression : undefined;
    const value = propertyOf(activity, 'Value');
    if (to?.tree.kind === 'reference' && value !== undefined && isLive(activity))
      for (const variable of symbolsIn(to)) writes.get(variable)?.values.push(value);
    for (const property of activity.properties) {
      const { expression } = property;
      if (expression === undefined || isAssignment(activity, property)) continue;
      if (!mayWriteSymbols(activity, property) && !FILLS_ARGUMENT.test(expression.text)) continue;
      for (const variable of symbolsIn(expression)) {
        const known = writes.get(variable);
        if (known !== undefined) known.isOpen = true;
      }
    }
  }
  return writes;
});

/** Nodes whose value is made of their parts alone; the rest, such as a new object or a cast, can hold anything. */
const COMPOSED: ReadonlySet<Expr['kind']> = new Set([
  'literal',
  'reference',
  'member',
  'index',
  'call',
  'binary',
  'interpolation',
  'list',
]);

/** Fixed text that can stand in a name: without characters that end a text or a statement. */
const PLAIN_PIECE = /^[\w .:/[\]-]*$/;

/** Returns the origin of a value: made here, fixed and plain, or anything else. */
function originOf(
  { expression, text }: Value,
  symbolsIn: (expression: Expression) => Variable[],
  made: ReadonlySet<Variable>,
): 'made' | 'fixed' | 'other' {
  if (expression === undefined) return PLAIN_PIECE.test(text) ? 'fixed' : 'other';
  const symbols = symbolsIn(expression);
  if (!symbols.every((symbol) => HARMLESS_TYPES.test(symbol.type) || made.has(symbol))) return 'other';
  const own = new Set(symbols.map(({ key }) => key));
  let isMade = symbols.length > 0;
  for (const node of walk(expression.tree)) {
    if (!COMPOSED.has(node.kind)) return 'other';
    if (node.kind === 'literal' && node.type === 'text' && !PLAIN_PIECE.test(node.value)) return 'other';
    const name = lastName(node);
    if (name === undefined) continue;
    const lower = name.toLowerCase();
    if (!MAKERS.has(lower) && !own.has(lower) && !own.has(name)) return 'other';
    isMade ||= SOURCES.has(lower);
  }
  return isMade ? 'made' : 'fixed';
}

/**
 * Returns the text variables that hold GUIDs, numbers, dates or names made of them; never an argument, which callers
 * fill.
 */
export const ownValues = derived((workflow: Workflow): ReadonlySet<Variable> => {
  const table = symbolTable(workflow);
  const made = new Set<Variable>();
  const symbolsIn = (expression: Expression): Variable[] => mentionedSymbols(workflow, table, expression);
  const closed = [...textWrites(workflow)].filter(([, { values, isOpen }]) => !isOpen && values.length > 0);
  for (let pass = 0; pass < PASSES; pass += 1)
    for (const [variable, { values }] of closed) {
      const origins = new Set(values.map((value) => originOf(value, symbolsIn, made)));
      if (origins.has('made') && !origins.has('other')) made.add(variable);
    }
  return made;
});
