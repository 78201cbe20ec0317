/** A column read by name from a table that was read without names: its columns are `Column1`, `Column2` and so on. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { namedColumns } from '../../patterns/uipath/named-columns.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that say whether the first row has the names. */
const HEADER = ['AddHeaders', 'HasHeaders', 'IncludeColumnNames', 'UseColumnHeader'];
/** Names that tables without names have: those of Excel's packages too. */
const GIVEN = /^(?:column\s?\d{0,4}|f\d{1,3})$/i;

export const rule = defineRule('UIP-REL-053', {
  level: 'activity',
  types: ['ReadCsvFile', 'ReadRange', 'ExcelReadRange', 'ReadRangeX', 'GenerateDataTable'],
  *check(activity, { workflow }) {
    const header = HEADER.map((name) => propertyOf(activity, name)).find((each) => each !== undefined);
    if (header === undefined || !/^\[?false\]?$/i.test((literalOf(header) ?? header.text).trim())) return;
    const reported = new Set<string>();
    for (const { name, at, step } of namedColumns(workflow, activity)) {
      if (GIVEN.test(name.trim()) || reported.has(name)) continue;
      reported.add(name);
      const message = `"${step.name}" reads the column "${name}", and "${activity.name}" reads the table without names of columns.`;
      yield { at, subject: name, message };
    }
  },
});
