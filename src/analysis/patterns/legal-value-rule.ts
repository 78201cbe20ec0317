/** Rules about values that a step does not take, from a table of facts. */
import type { ValueRow } from '../facts/values/value-rows.ts';
import { literalOf, propertyOf } from '../model/navigate.ts';
import type { Problem } from '../model/rule.ts';
import type { Activity, Property } from '../model/workflow.ts';
import { HOLE } from './texts/odata-filter.ts';
import { VALUE_FORMS } from './texts/value-forms.ts';

/** Rows of one type of step, by the whole name of a setting, and by its beginning. */
interface RowsOfType {
  readonly byName: ReadonlyMap<string, readonly ValueRow[]>;
  readonly byStart: readonly (readonly [start: string, row: ValueRow])[];
}

const NONE: readonly ValueRow[] = [];

function arranged(rows: readonly ValueRow[]): RowsOfType {
  const pairs = rows.flatMap((row) => row.properties.map((name) => ({ name, row })));
  const [starts, names] = [true, false].map((isStart) =>
    pairs.filter(({ name }) => name.endsWith('*') === isStart),
  );
  const byName = Map.groupBy(names!, ({ name }) => name);
  return {
    byName: new Map([...byName].map(([name, all]) => [name, all.map(({ row }) => row)])),
    byStart: starts!.map(({ name, row }) => [name.slice(0, -1), row] as const),
  };
}

/** Arranges a table once, so that a step looks up each of its settings instead of each row. */
export function arrangeRows(
  table: ReadonlyMap<string, readonly ValueRow[]>,
): ReadonlyMap<string, RowsOfType> {
  return new Map([...table].map(([type, rows]) => [type, arranged(rows)]));
}

/** Returns the names of the settings of a table in lower case, without `*`: words that a step needs to have. */
export function settingWords(table: ReadonlyMap<string, readonly ValueRow[]>): readonly string[] {
  const names = [...table.values()].flat().flatMap(({ properties }) => properties);
  return [...new Set(names.map((name) => name.replace(/\*$/, '').toLowerCase()))];
}

function rowsFor({ byName, byStart }: RowsOfType, name: string): readonly ValueRow[] {
  const rows = byName.get(name) ?? NONE;
  if (byStart.length === 0) return rows;
  return [...rows, ...byStart.filter(([start]) => name.startsWith(start)).map(([, row]) => row)];
}

/** Returns the text of a setting with a sign for each part that the run fills; undefined where nothing is fixed. */
function shownText(setting: Property): string | undefined {
  const literal = literalOf(setting);
  const tree = setting.expression?.tree;
  if (literal !== undefined || tree?.kind !== 'interpolation') return literal;
  const texts = tree.parts.map((part) =>
    part.kind === 'literal' && part.type === 'text' ? part.value : HOLE,
  );
  return texts.join('');
}

function holds(activity: Activity, when: ValueRow['when']): boolean {
  if (when === undefined) return true;
  return literalOf(propertyOf(activity, when[0]))?.toLowerCase() === when[1].toLowerCase();
}

/** Yields the settings of a step with a value that it rejects. */
export function* rejectedValues(activity: Activity, rows: RowsOfType): Generator<Problem> {
  for (const setting of activity.properties) {
    if (setting.direction === 'out') continue;
    for (const { when, form, args } of rowsFor(rows, setting.name)) {
      const text = holds(activity, when) ? shownText(setting) : undefined;
      const objection = text === undefined ? undefined : VALUE_FORMS[form]!(text, args);
      if (objection === undefined) continue;
      const message = `"${activity.name}": "${setting.name}" ${objection}.`;
      yield { at: setting, subject: setting.name, message };
    }
  }
}
