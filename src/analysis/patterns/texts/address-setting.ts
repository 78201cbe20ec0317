/** Settings with the address that an activity connects to, and the initial values of variables that reach them. */

import { derived } from '../../model/interning/derived.ts';
import { factOfNames } from '../../model/interning/name-facts.ts';
import { isLive } from '../../model/navigate.ts';
import type { Expression, Property, Role, Variable, Workflow } from '../../model/workflow.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { mentionedSymbols, type SymbolTable, symbolTable } from '../../semantics/symbols.ts';
import { wordsOf } from '../../semantics/words.ts';

/** Roles of activities that connect to something. */
export const CONNECTING_ROLES: readonly Role[] = ['http', 'ui', 'database', 'email', 'file', 'queue'];
/** Bodies, headers and namespaces hold addresses too, as data. */
const PLACES = new Set('url uri endpoint address host server site wsdl connection baseurl page'.split(' '));
const DATA = /body|header|criteria|selector|namespace|soapaction|referer|redirect/i;

/** Returns true for `EndPoint` and `inputs.Base URL`; false for `Body.url`. */
export const isAddressSetting = factOfNames((name: string): boolean => {
  if (DATA.test(name)) return false;
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
  // "EndPoint" written in camel case is two words.
  return /endpoint/i.test(last) || wordsOf(last).some((word) => PLACES.has(word));
});

/** Variable whose initial value an address begins with. */
export interface AddressDefault {
  readonly variable: Variable;
  readonly text: string;
}

/** Returns the symbols that some activity writes: their initial values change. */
function writtenSymbols(workflow: Workflow, table: SymbolTable): ReadonlySet<Variable> {
  const written = new Set<Variable>();
  for (const activity of workflow.activities)
    for (const { expression, direction } of activity.properties)
      if (direction === 'out' && expression !== undefined)
        for (const symbol of mentionedSymbols(workflow, table, expression)) written.add(symbol);
  return written;
}

/** Returns the symbol that a computed address begins with, such as `baseUrl + "/orders"`. */
function leadingSymbol(workflow: Workflow, table: SymbolTable, expression: Expression): Variable | undefined {
  const first = piecesOf(expression.tree).find((piece) => piece.kind !== 'literal' || piece.value !== '');
  if (first === undefined || first.kind === 'literal') return undefined;
  return mentionedSymbols(workflow, table, expression)[0];
}

/** Finds initial values that reach an address and never change, by the first setting that each reaches. */
export const addressDefaults = derived((workflow: Workflow): ReadonlyMap<Property, AddressDefault> => {
  const found = new Map<Property, AddressDefault>();
  const fixed = [...workflow.variables, ...workflow.arguments].filter(
    (symbol) => symbol.enabled && symbol.default?.text.includes('://'),
  );
  if (fixed.length === 0) return found;
  const table = symbolTable(workflow);
  const written = writtenSymbols(workflow, table);
  const open = new Set<Variable>(fixed.filter((symbol) => !written.has(symbol)));
  for (const activity of workflow.activities) {
    if (open.size === 0) break;
    if (!CONNECTING_ROLES.includes(activity.role) || !isLive(activity)) continue;
    for (const property of activity.properties) {
      const { expression, direction } = property;
      if (direction === 'out' || expression === undefined || !isAddressSetting(property)) continue;
      const variable = leadingSymbol(workflow, table, expression);
      if (variable?.default === undefined || !open.delete(variable)) continue;
      const value = variable.default;
      found.set(property, { variable, text: value.expression?.literal ?? value.text });
    }
  }
  return found;
});
