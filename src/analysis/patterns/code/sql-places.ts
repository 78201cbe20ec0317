/** Places in an SQL statement: where a name of a table, sheet or column stands, which no parameter can replace. */
import { COMPUTED } from '../../semantics/joined.ts';

/** Comment, constant, word with quoted parts glued to it, or one other character. An unclosed part runs to the end. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:'|$)|(?:\[[^\]]*(?:\]|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|[\w.$#@\u0080-\uffff])+|\S/g;

/** Words in front of a table, a view or a procedure. */
const BEFORE_NAME = new Set(
  'from join into update table view index database schema use exec execute call truncate delete insert merge using as column'.split(
    ' ',
  ),
);
/** Words that begin a clause, with the kind of names in it. */
const CLAUSES: ReadonlyMap<string, Clause> = new Map<string, Clause>([
  ['select', 'columns'],
  ['by', 'order'],
  ['from', 'tables'],
  ['into', 'target'],
  ['table', 'target'],
  ['using', 'target'],
  ...['where', 'having', 'on', 'set', 'when', 'update', 'delete'].map((word): [string, Clause] => [
    word,
    'conditions',
  ]),
  ...['values', 'limit', 'offset', 'fetch', 'exec', 'execute', 'call'].map((word): [string, Clause] => [
    word,
    'values',
  ]),
]);
type Clause = 'columns' | 'order' | 'tables' | 'target' | 'conditions' | 'values';

/** Words that change nothing about what stands behind them. */
const SKIPPED = new Set(['distinct', 'all', 'if', 'exists', 'only']);
/** Tokens in front of a column in a condition. */
const BEFORE_CONDITION = new Set(['where', 'and', 'or', 'not', 'on', 'having', 'set', 'when', ',', '(']);
const OPERATOR = /^(?:[=<>!]|like|in|is|between|not|ilike|contains)$/;
/** Name with a qualifier, such as `dbo.x`; `1.x` is a number. */
const QUALIFIED = /[^\d.]\.|\.[^\d.]/;

/** Reading position in a statement. */
interface Position {
  readonly clause: Clause;
  /** Token before, in lower case; '' at the beginning. */
  readonly before: string;
  /** Token behind, in lower case; '' at the end. */
  readonly next: string;
}

/** Returns whether a word without quotation marks, or in double ones, stands where only a name can. */
function isName(word: string, { clause, before, next }: Position): boolean {
  if (BEFORE_NAME.has(before)) return true;
  // In other quotation marks than brackets a part of a text may be a value: `= "x.y"`.
  if (!word.startsWith('"') && QUALIFIED.test(word)) return true;
  if (clause === 'order' || clause === 'target') return !OPERATOR.test(before);
  if (clause === 'tables') return before === ',';
  // Without anything behind it, the rest of the statement is in it.
  if (clause === 'columns') return next !== '' && /^(?:select|,|\()$/.test(before);
  return clause === 'conditions' && BEFORE_CONDITION.has(before) && OPERATOR.test(next);
}

/** Returns, for each computed part of one token, whether it stands where only a name can. */
function* placesIn(token: string, position: Position): Generator<boolean> {
  if (/^(?:--|\/\*)/.test(token)) {
    for (const character of token) if (character === COMPUTED) yield false;
    return;
  }
  if (token.startsWith("'")) {
    // `FROM 'Sheet'`: some drivers take names like this.
    const isTable = /^(?:from|join|into|update|table)$/.test(position.before);
    for (const character of token) if (character === COMPUTED) yield isTable;
    return;
  }
  let isBracketed = false;
  const own = isName(token, position);
  const isList = /^array\[/i.test(token);
  for (const character of token) {
    if (character === '[' || character === ']') isBracketed = character === '[' && !isList;
    else if (character === '`') isBracketed = !isBracketed;
    else if (character === COMPUTED) yield isBracketed || own;
  }
}

/** Returns, for each computed part of a statement in order, whether it stands where only a name can. */
export function namePlaces(sql: string): readonly boolean[] {
  const tokens = sql.match(TOKEN) ?? [];
  const places: boolean[] = [];
  const outer: Clause[] = [];
  let clause: Clause = 'values';
  let before = '';
  for (const [at, token] of tokens.entries()) {
    const word = token.toLowerCase();
    if (token.includes(COMPUTED))
      places.push(...placesIn(token, { clause, before, next: (tokens[at + 1] ?? '').toLowerCase() }));
    if (word === '(') outer.push(clause);
    else if (word === ')') clause = outer.pop() ?? clause;
    // The columns of `INTO t (a, b)` are names, the arguments of a function in FROM are not.
    if (word === '(' && clause === 'tables') clause = 'values';
    clause = CLAUSES.get(word) ?? clause;
    // `TOP 10` stands between SELECT and its columns.
    if (before === 'top') before = 'select';
    else if (!SKIPPED.has(word)) before = word;
  }
  return places;
}
