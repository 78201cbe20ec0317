/** The shape of a table that a text file holds, for each way to separate its fields. */

/** Names of separators, as the steps that read tables have them. */
export const SEPARATORS: Readonly<Record<string, string>> = {
  Comma: ',',
  Semicolon: ';',
  Tab: '\t',
  Pipe: '|',
  Caret: '^',
};

/** Shape under one separator. */
export interface CsvShape {
  /** Fields of the first line that is not empty. */
  readonly fields: number;
  /** First line with more fields than that. */
  readonly wider?: { readonly line: number; readonly fields: number };
  /** Every line has as many fields as that. */
  readonly isEven: boolean;
  /** A name that the first line holds twice. */
  readonly twice?: string;
  /** Fields of the first line, in lower case; absent in a wide table. */
  readonly names?: readonly string[];
}

/** Shapes that the text of a file has. */
export interface CsvTable {
  readonly isEmptyFirst: boolean;
  readonly shapes: Readonly<Record<string, CsvShape>>;
}

const LINES_MAX = 200;
const NAME_MAX = 60;
/** Fields of a table that is stored with its names. */
const NAMES_MAX = 100;

/** Returns the fields of a line; undefined when a field goes on in the next one. */
function fieldsOf(line: string, separator: string): readonly string[] | undefined {
  const fields: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === separator && !isQuoted) {
      fields.push(line.slice(from, at));
      from = at + 1;
    }
  }
  return isQuoted ? undefined : [...fields, line.slice(from)];
}

function twiceIn(names: readonly string[]): string | undefined {
  const known = new Set<string>();
  for (const name of names.map((each) => each.trim().toLowerCase())) {
    if (name !== '' && known.has(name)) return name.slice(0, NAME_MAX);
    known.add(name);
  }
  return undefined;
}

/** Returns the names in a line; undefined for more or longer ones than a table stores. */
function namesIn(head: readonly string[]): readonly string[] | undefined {
  const names = head.map((field) =>
    field
      .trim()
      .replace(/^\uFEFF?"?|"$/g, '')
      .toLowerCase(),
  );
  return names.length > NAMES_MAX || names.some(({ length }) => length > NAME_MAX) ? undefined : names;
}

/** Returns the shape of a text under a separator; undefined where a field goes over several lines. */
function csvShape(text: string, separator: string): CsvShape | undefined {
  const lines = text.replaceAll('\r', '').split('\n').slice(0, LINES_MAX);
  let head: readonly string[] | undefined;
  let wider: CsvShape['wider'];
  let isEven = true;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const fields = fieldsOf(line, separator);
    if (fields === undefined) return undefined;
    head ??= fields;
    isEven &&= fields.length === head.length;
    if (fields.length > head.length) wider ??= { line: at + 1, fields: fields.length };
  }
  if (head === undefined) return undefined;
  const twice = twiceIn(head);
  const names = namesIn(head);
  return {
    fields: head.length,
    isEven,
    ...(wider && { wider }),
    ...(twice && { twice }),
    ...(names && { names }),
  };
}

/** Returns the shapes of a text. */
export function csvTable(text: string): CsvTable {
  const shapes: Record<string, CsvShape> = {};
  for (const [name, separator] of Object.entries(SEPARATORS)) {
    const shape = csvShape(text, separator);
    if (shape !== undefined) shapes[name] = shape;
  }
  return { isEmptyFirst: /^[ \t]*\r?\n/.test(text), shapes };
}
