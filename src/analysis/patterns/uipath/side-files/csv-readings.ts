/** Steps that read tables from text files, and why a file does not fit one. */
import { literalOf, propertyOf } from '../../../model/navigate.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { type CsvTable, SEPARATORS } from '../../../semantics/scripts/csv-shape.ts';
import { namedColumns } from '../named-columns.ts';
import { certainText, settingOf } from '../texts/certain-text.ts';

/** Settings of a step that its file has to fit. */
export interface CsvReading {
  readonly file: string;
  readonly separator: string;
  readonly hasHeader: boolean;
  /** Columns that are read by name from rows of the table. */
  readonly columns: readonly string[];
}

/** Columns of one table that are looked at. */
const COLUMNS_MAX = 50;

/** Returns what a step expects; undefined where a run decides. */
export function csvReading(workflow: Workflow, step: Activity): CsvReading | undefined {
  const path = propertyOf(step, 'FilePath');
  const separator = settingOf(step, 'Delimiter') ?? settingOf(step, 'Delimitator');
  const header = propertyOf(step, 'IncludeColumnNames') ?? propertyOf(step, 'AddHeaders');
  const file = path && certainText(workflow, path);
  const named = separator === undefined ? 'Comma' : literalOf(separator);
  const hasHeader = header === undefined ? 'True' : literalOf(header);
  if (file === undefined || named === undefined || !(named in SEPARATORS) || hasHeader === undefined)
    return undefined;
  const columns = new Set<string>();
  for (const { name } of namedColumns(workflow, step)) if (columns.size < COLUMNS_MAX) columns.add(name);
  return { file, separator: named, hasHeader: hasHeader.toLowerCase() === 'true', columns: [...columns] };
}

/** Returns how a table differs from what a step expects. */
export function csvObjection(
  { separator, hasHeader, columns }: CsvReading,
  { isEmptyFirst, shapes }: CsvTable,
): string | undefined {
  const shape = shapes[separator];
  if (isEmptyFirst && hasHeader)
    return 'begins with an empty line where the step expects the names of columns';
  if (shape === undefined) return undefined;
  const [other] = Object.entries(shapes).find(([, { fields, isEven }]) => fields > 1 && isEven) ?? [];
  if (shape.fields === 1 && other !== undefined)
    return `is separated by ${other}, and the step reads ${separator}: the table has one column`;
  if (hasHeader && shape.fields > 1 && shape.twice !== undefined)
    return `has two columns named "${shape.twice}", which a table cannot have`;
  const { names } = shape;
  const absent = hasHeader
    ? columns.find((name) => names?.includes(name.toLowerCase()) === false)
    : undefined;
  if (absent !== undefined) return `has no column "${absent}", which a later step reads`;
  if (shape.fields > 1 && shape.wider !== undefined)
    return `has ${shape.fields} columns, and ${shape.wider.fields} fields in line ${shape.wider.line}`;
  return undefined;
}
