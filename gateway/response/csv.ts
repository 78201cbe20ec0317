/** Tables of entries in CSV (RFC 4180): the columns follow from the schema of the entries. */
import { z } from 'zod';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { presenter } from '../endpoint/present.ts';
import { wireName } from '../endpoint/wire-case.ts';

/** Writer of a table's lines, each with its line break. */
export interface CsvTable {
  readonly header: string;
  line(entry: unknown): string;
}

/** Programs show a file in UTF-8 as such only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Creates the writer for entries of a schema. Members of an object in an entry have columns of their own. */
export function csvTable(schema: z.ZodObject, wireCase: WireCase): CsvTable {
  const present = presenter(schema, wireCase);
  const columns = columnsOf(schema, wireCase, []);
  return {
    header: BYTE_ORDER_MARK + csvLine(columns.map((path) => path.join('.'))),
    line(entry) {
      const presented = present(entry);
      return csvLine(columns.map((path) => path.reduce<unknown>(memberOf, presented)));
    },
  };
}

/** Writes one line of cells. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

type Path = readonly string[];

function columnsOf(schema: z.ZodObject, wireCase: WireCase, before: Path): readonly Path[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const path = [...before, wireName(name, wireCase)];
    const inner = member instanceof z.ZodNullable ? member.unwrap() : member;
    return inner instanceof z.ZodObject ? columnsOf(inner, wireCase, path) : [path];
  });
}

function memberOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null)?.[name];
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textCell(value);
  const isPlain = Array.isArray(value) && value.every((element) => typeof element !== 'object');
  return textCell(isPlain ? value.join(' ') : JSON.stringify(value));
}

/** First characters by which spreadsheets take a text for a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Writes a text that no spreadsheet takes for a formula: an apostrophe before it makes it a text. */
function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\s]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
