/** SQL statements that change or delete every row of a table, or the table itself. */
import { COMPUTED } from '../../semantics/joined.ts';

/** Table: plain, quoted, with schema, or known at run time only. */
const TABLE = `["'\`[]{0,2}[\\w${COMPUTED}][\\w.$\\]["'\`${COMPUTED}]{0,200}`;
const END = '(?:\\s+(?:as\\s+)?\\w{1,30})?\\s*$';
const ALWAYS = '\\s+where\\s+(?:1\\s*=\\s*1|true)\\s*$';

/** `#name` is a table of this session only. */
const DROP = /^\s*drop\s+(?:table|database|schema)\s+(?!if\s+exists\s+#|#)\S/i;
const TRUNCATE = /^\s*truncate\s+table\s+(?!#)\S/i;
const DELETE = new RegExp(`^\\s*delete\\s+from\\s+${TABLE}(?:${END}|${ALWAYS})`, 'i');
/**
 * `DELETE t`, `DELETE a FROM t a` and `TRUNCATE t`: only in a text known to be a statement, because prose looks the
 * same.
 */
const BARE_DELETE = new RegExp(
  `^\\s*delete\\s+(?!from\\b|top\\b)(?:\\w{1,30}\\s+from\\s+)?${TABLE}(?:${END}|${ALWAYS})`,
  'i',
);
const BARE_TRUNCATE = /^\s*truncate\s+(?!table\b|#)\S+\s*$/i;
const UPDATE = new RegExp(`^\\s*update\\s+${TABLE}\\s+(?:\\w{1,30}\\s+)?set\\s+`, 'i');
/** Part known only at run time that is no value: it may hold the filter. */
const OPEN_TAIL = new RegExp(`[^='"(,\\s]\\s*${COMPUTED}\\s*$|${COMPUTED}\\s*${COMPUTED}\\s*$`);

/**
 * Constant, in which nothing is a comment, or a comment. An unclosed one runs to the end, so that nothing is read
 * twice.
 */
const CONSTANT_OR_COMMENT = /'[^']*(?:'|$)|--[^\n]*|\/\*.*?(?:\*\/|$)/gs;

/**
 * Strips comments and empties constants: a `where` or `;` in them is data. Where a quotation mark is lost, constants
 * and the rest look alike, and both stay.
 */
function skeletonOf(sql: string): string {
  let isBroken = false;
  const skeleton = sql.replace(CONSTANT_OR_COMMENT, (found) => {
    if (!found.startsWith("'")) return ' ';
    const isClosed = found.length > 1 && found.endsWith("'");
    isBroken ||= !isClosed;
    return isClosed ? "''" : found;
  });
  if (!isBroken) return skeleton;
  return sql.replace(CONSTANT_OR_COMMENT, (found) => (found.startsWith("'") ? found : ' '));
}

/** Semicolon, or the line `GO` of scripts. */
const STATEMENT_END = /;|^[^\S\n\r\u2028\u2029]*go[^\S\n\r\u2028\u2029]*$/im;

function changesEverything(statement: string, isStatement: boolean): string | undefined {
  if (DROP.test(statement)) return 'drops a table';
  if (TRUNCATE.test(statement)) return 'empties a table';
  if (DELETE.test(statement)) return 'deletes every row of a table';
  if (isStatement && BARE_TRUNCATE.test(statement)) return 'empties a table';
  if (isStatement && BARE_DELETE.test(statement)) return 'deletes every row of a table';
  if (!UPDATE.test(statement)) return undefined;
  const where = /\bwhere\b(.{0,40})/is.exec(statement);
  const filtered = where !== null && !/^\s+(?:1\s*=\s*1|true)\s*$/i.test(where[1]!);
  return filtered || OPEN_TAIL.test(statement) ? undefined : 'changes every row of a table';
}

/**
 * Returns the effect of the first such statement in a text, as words behind "it"; undefined when there is none.
 * @param isSql whether the text is known to be SQL. If not, the letter case of the first word rules out sentences such
 * as "Delete from list".
 * @param isStatement whether an action runs the text as a statement, so that forms count which look like prose
 */
export function unfilteredSql(text: string, isSql: boolean, isStatement = false): string | undefined {
  for (const statement of skeletonOf(text).split(STATEMENT_END)) {
    const word = /^\s*(drop|truncate|delete|update)\s/i.exec(statement)?.[1];
    if (word === undefined || (!isSql && word !== word.toUpperCase() && word !== word.toLowerCase()))
      continue;
    const found = changesEverything(statement, isStatement);
    if (found !== undefined) return found;
  }
  return undefined;
}
