/** Tables of entries in CSV (RFC 4180): the columns follow from the message of the entries. */
import type { MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { answerMembers, isMessage } from '../contract/members.ts';
import { presenter } from '../contract/present.ts';
import { wireName } from '../contract/wire-case.ts';

/** Writer of a table's lines, each with its line break. */
export interface CsvTable {
  readonly header: string;
  line(entry: unknown): string;
}

/** Programs show a file in UTF-8 as such only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Creates the writer for entries that are this message. Members of an object in an entry have columns of their own. */
export function csvTable(message: MessageName, wireCase: WireCase): CsvTable {
  const present = presenter(message, wireCase);
  const columns = columnsOf(message, wireCase, []);
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

function columnsOf(message: MessageName, wireCase: WireCase, before: Path): readonly Path[] {
  return answerMembers(message).flatMap(({ name, field: { type, many } }) => {
    const path = [...before, wireName(name, wireCase)];
    return isMessage(type) && many === undefined ? columnsOf(type, wireCase, path) : [path];
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
