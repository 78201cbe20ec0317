/** Settings of an activity that name the values of others: the target of a write, the name of a header in a list. */
import { literalOf } from '../../model/navigate.ts';
import type { Activity, Property, Value } from '../../model/workflow.ts';
import { targetName } from '../assigned.ts';
import { namedSetting } from './setting-names.ts';

/** Pairs of a name and a value in an activity. */
export interface Pairs {
  /** Name of each value, and whether the activity writes it. */
  readonly names: ReadonlyMap<Value, { readonly name: string; readonly isWritten: boolean }>;
  /** Values that each setting names. */
  readonly values: ReadonlyMap<Value, readonly Value[]>;
}

/** Returns the name that a setting of direction `out` writes; the file may state it without a language of its own. */
function nameWritten({ text, expression }: Property): string | undefined {
  if (expression === undefined || expression.tree.kind === 'unparsed') return text;
  return targetName(expression.tree);
}

/** End of the setting that takes the result of a calculation; that of the calculation ends in `expression`. */
const STAGE = /stage$/;

/** Returns the pairs of an activity. */
export function pairsIn(activity: Activity): Pairs {
  const names = new Map<Value, { name: string; isWritten: boolean }>();
  const values = new Map<Value, Value[]>();
  const add = (by: Value, name: string | undefined, value: Value | undefined): void => {
    if (value === undefined) return;
    if (name !== undefined) names.set(value, { name, isWritten: (by as Property).direction === 'out' });
    const known = values.get(by);
    if (known === undefined) values.set(by, [value]);
    else known.push(value);
  };
  if (activity.role === 'assign') addWrites(activity, add);
  addLists(activity, add);
  addTyped(activity, add);
  return { names, values };
}

type Add = (by: Value, name: string | undefined, value: Value | undefined) => void;

function addWrites({ properties }: Activity, add: Add): void {
  const targets = properties.filter(({ direction }) => direction === 'out');
  const [only, second] = targets;
  if (only !== undefined && second === undefined && !STAGE.test(only.name)) {
    const name = nameWritten(only);
    if (name === undefined) return;
    for (const property of properties) if (property.direction === 'in') add(only, name, property);
    return;
  }
  const byName = new Map(properties.map((property) => [property.name, property]));
  for (const target of targets) {
    const name = STAGE.test(target.name) ? nameWritten(target) : undefined;
    if (name !== undefined) add(target, name, byName.get(target.name.replace(STAGE, 'expression')));
  }
}

/** Adds the typed text, by all that finds its field; a path of elements ends in the field's own name. */
function addTyped({ properties }: Activity, add: Add): void {
  const typed = properties.find((property) => namedSetting(property).isBare);
  if (typed === undefined) return;
  for (const by of properties)
    if (namedSetting(by).isField) add(by, by.expression && targetName(by.expression.tree), typed);
}

/** Adds the names that stand beside values: in lists of headers, and where a key of a dictionary is set. */
function addLists({ properties }: Activity, add: Add): void {
  const names = new Map<string, Property>();
  for (const property of properties) {
    const { pair, isName } = namedSetting(property);
    if (pair !== undefined && isName && !names.has(pair)) names.set(pair, property);
  }
  if (names.size === 0) return;
  for (const property of properties) {
    const { pair, isName } = namedSetting(property);
    const by = pair === undefined || isName ? undefined : names.get(pair);
    const name = literalOf(by);
    if (by !== undefined && name !== undefined) add(by, name, property);
  }
}
