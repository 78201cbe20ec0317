/** Writes small workbooks: sheets of texts. */
import { zip } from './zip.ts';

/** Attribute of the vendor's documents. */
export const SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A row of a sheet, its cells from the first on. */
export type Row = readonly [name: string, value: string, ...more: string[]];

const cell = (text: string, row: number, column: number): string =>
  `<c r="${'ABCDEF'[column]}${row + 1}" t="inlineStr"><is><t>${text.replaceAll('<', '&lt;')}</t></is></c>`;

function sheetXml(rows: readonly Row[]): string {
  const lines = rows.map(
    (row, r) => `<row r="${r + 1}">${row.map((text, c) => cell(text, r, c)).join('')}</row>`,
  );
  return `<worksheet ${SPREADSHEET}><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** Returns a workbook with these sheets; the texts of a sheet that is a string are its XML. */
export function workbook(sheets: Readonly<Record<string, readonly Row[] | string>>, shared?: string): Buffer {
  const names = Object.keys(sheets);
  return zip([
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${SPREADSHEET} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    },
    ...Object.values(sheets).map((rows, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content: typeof rows === 'string' ? rows : sheetXml(rows),
    })),
    ...(shared === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: shared }]),
  ]);
}

/** Returns the workbook of an example: a line `[Sheet]`, then rows with `|` between the cells. */
export function workbookOf(text: string): Buffer {
  const parts = text.split(/^\[(.+)\]$/m).slice(1);
  const sheets: Record<string, readonly Row[]> = {};
  for (let i = 0; i < parts.length; i += 2)
    sheets[parts[i]!] = parts[i + 1]!.trim()
      .split('\n')
      .map((line) => line.split('|').map((part) => part.trim()) as unknown as Row);
  return workbook(sheets);
}
