/** Rules about values that a step does not take, from a table of facts. */
import type { ValueRow } from '../facts/values/value-rows.ts';
import { literalOf, propertyOf } from '../model/navigate.ts';
import type { Problem } from '../model/rule.ts';
import type { Activity, Property } from '../model/workflow.ts';
import { HOLE } from './texts/odata-filter.ts';
import { VALUE_FORMS } from './texts/value-forms.ts';

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

const names = (wanted: string, name: string): boolean =>
  wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : wanted === name;

/** Yields the settings of a step with a value that it rejects. */
export function* rejectedValues(activity: Activity, rows: readonly ValueRow[]): Generator<Problem> {
  for (const { when, properties, form, args } of rows) {
    if (!holds(activity, when)) continue;
    for (const setting of activity.properties) {
      if (setting.direction === 'out' || !properties.some((wanted) => names(wanted, setting.name))) continue;
      const text = shownText(setting);
      const objection = text === undefined ? undefined : VALUE_FORMS[form]!(text, args);
      if (objection === undefined) continue;
      const message = `"${activity.name}": "${setting.name}" ${objection}.`;
      yield { at: setting, subject: setting.name, message };
    }
  }
}
