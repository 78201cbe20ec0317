/** Reads workbooks of configuration, as the frameworks of UiPath use them: the names and values of their cells. */
import { AppError } from '../../../../errors.ts';
import type { Source, Workflow } from '../../../model/workflow.ts';
import { closeDraft, openDraft } from '../../draft.ts';
import type { Archive, InputFile } from '../../input-file.ts';
import { limitExceeded } from '../../limits.ts';
import {
  allTextOf,
  attributeText,
  childNamed,
  children,
  localName,
  subtreeEnd,
  type XmlDocument,
} from '../../xml/document.ts';

/** Names of such workbooks: other ones hold data. */
const WORKBOOK = /\.xlsx$/i;
const CONFIGURATION = /config|setting/i;
const DIRECTORY = 'xl/workbook.xml';
const SHARED_TEXTS = 'xl/sharedStrings.xml';
/** Cells that are read; real workbooks of configuration have some hundred. */
const CELLS_MAX = 100_000;
/** Longer texts are no settings. */
const TEXT_MAX = 2_000;
/** Names of assets and where they are: never the secret itself. */
const NO_VALUES = /asset/i;

/** Returns whether a file is a workbook of configuration by its path. */
export const isWorkbookPath = (path: string): boolean =>
  WORKBOOK.test(path) && CONFIGURATION.test(path.slice(path.lastIndexOf('/') + 1));

/** A cell with a text. */
interface Cell {
  readonly sheet: string;
  /** As Excel shows it: `B15`. */
  readonly place: string;
  readonly row: number;
  /** 1-based. */
  readonly column: number;
  readonly text: string;
}

interface Sheet {
  readonly name: string;
  readonly path: string;
}

/** Returns the sheets in the order of the workbook; their files are numbered in another one. */
function sheetsOf({ paths, open }: Archive): readonly Sheet[] {
  const doc = open(DIRECTORY).xml();
  const relations = open('xl/_rels/workbook.xml.rels').xml();
  const targets = new Map(
    children(relations, 0).map((at) => [
      attributeText(relations, at, 'Id') ?? '',
      attributeText(relations, at, 'Target') ?? '',
    ]),
  );
  const list = childNamed(doc, 0, 'sheets');
  return (list === -1 ? [] : children(doc, list)).flatMap((at) => {
    const target = targets.get(attributeText(doc, at, 'id') ?? '') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return paths.includes(path) ? [{ name: attributeText(doc, at, 'name') ?? '', path }] : [];
  });
}

/** Returns the texts that cells share, each without the pronunciation that may stand beside it. */
function sharedTexts({ paths, open }: Archive): readonly string[] {
  if (!paths.includes(SHARED_TEXTS)) return [];
  const doc = open(SHARED_TEXTS).xml();
  return children(doc, 0).map((item) => textIn(doc, item));
}

function textIn(doc: XmlDocument, element: number): string {
  let text = '';
  for (const at of children(doc, element)) {
    const name = localName(doc, at);
    if (name === 't') text += allTextOf(doc, at);
    else if (name === 'r') text += textIn(doc, at);
    if (text.length > TEXT_MAX) return '';
  }
  return text;
}

/** Returns the number of a column from the letters of a cell's place. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.toUpperCase()) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column;
}

function cellText(doc: XmlDocument, cell: number, shared: readonly string[]): string {
  const inline = childNamed(doc, cell, 'is');
  if (inline !== -1) return textIn(doc, inline);
  const value = childNamed(doc, cell, 'v');
  if (value === -1) return '';
  const text = allTextOf(doc, value).slice(0, TEXT_MAX);
  return attributeText(doc, cell, 't') === 's' ? (shared[Number(text)] ?? '') : text;
}

function* cellsOf(file: InputFile, sheet: string, shared: readonly string[]): Generator<Cell> {
  const doc = file.xml();
  const data = childNamed(doc, 0, 'sheetData');
  if (data === -1) return;
  const end = subtreeEnd(doc, data);
  for (let at = data + 1; at < end; at += 1) {
    if (localName(doc, at) !== 'c') continue;
    const place = attributeText(doc, at, 'r') ?? '';
    const text = cellText(doc, at, shared).trim();
    if (text === '') continue;
    const row = Number(place.replace(/^[A-Za-z]+/, ''));
    yield { sheet, place, row, column: columnOf(place), text };
  }
}

/** Yields the value of each row with the name before it, and the values below each heading. */
function* settingsOf(cells: readonly Cell[]): Generator<{ readonly name: string; readonly cell: Cell }> {
  const headings = new Map<number, string>();
  const names = new Map<number, string>();
  const [first] = cells;
  for (const cell of cells) {
    if (cell.row === first?.row) headings.set(cell.column, cell.text);
    else if (cell.column === first?.column) names.set(cell.row, cell.text);
    else {
      const isValue = cell.column === first!.column + 1;
      const name = isValue ? names.get(cell.row) : undefined;
      if (name !== undefined) yield { name, cell };
      const heading = headings.get(cell.column);
      if (heading !== undefined && !(isValue && name !== undefined && /^values?$/i.test(heading)))
        yield { name: heading, cell };
    }
  }
}

const NAME_HEADING = /^name$/i;

/** Yields the names of the settings: the cells of the first column, and those of a column that is headed "Name". */
function* namesOf(cells: readonly Cell[]): Generator<Cell> {
  const [first] = cells;
  const columns = new Set([first?.column]);
  for (const cell of cells) {
    if (NAME_HEADING.test(cell.text)) columns.add(cell.column);
    else if (columns.has(cell.column) && cell.row !== first?.row) yield cell;
  }
}

/** Reads a workbook of configuration as a workflow that has a variable for each name and value of a setting. */
export function readWorkbook(file: InputFile): Workflow | undefined {
  if (!isWorkbookPath(file.path) || file.syntax !== 'zip') return undefined;
  const archive = file.archive();
  if (!archive.paths.includes(DIRECTORY)) return undefined;
  const shared = sharedTexts(archive);
  const found: Cell[] = [];
  const source: Source = {
    lineAndColumn: (at) => ({ line: found[at]?.row ?? 1, column: found[at]?.column ?? 1 }),
    path: (at) => (found[at] === undefined ? '/' : `/${found[at].sheet}/${found[at].place}`),
  };
  const draft = openDraft('uipath', 'uipath-workbook', file.name, 'visual-basic', source);
  for (const { name: sheet, path } of sheetsOf(archive)) {
    const cells = [...cellsOf(archive.open(path), sheet, shared)];
    if (found.length + cells.length > CELLS_MAX) throw limitExceeded('has too many cells', CELLS_MAX);
    const add = (name: string, cell: Cell, modifier: string): void => {
      const at = found.push(cell) - 1;
      const anchor = { at, owner: -1, name: `${sheet}!${cell.place}` };
      draft.variables.push({
        ...anchor,
        key: name.toLowerCase(),
        type: 'cell',
        secure: false,
        default: { ...anchor, name, text: cell.text, expression: undefined },
        enabled: true,
        modifiers: [modifier],
      });
    };
    for (const cell of namesOf(cells)) add(sheet, cell, 'name');
    const values = NO_VALUES.test(sheet) ? 'asset' : 'setting';
    for (const { name, cell } of settingsOf(cells)) add(name, cell, values);
  }
  return closeDraft(draft);
}

/** Returns whether a workbook of configuration cannot be read, by its format or its limits. */
export function isUnreadWorkbook(file: InputFile): boolean {
  try {
    return readWorkbook(file) === undefined;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}
