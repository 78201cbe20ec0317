/** A bot joins an SQL statement from text and variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { isSqlStatement } from '../../patterns/code/sql.ts';
import { NAME_ADVICE, namesAmong } from '../../patterns/code/sql-names.ts';
import { piecesOf } from '../../semantics/joined.ts';

/** Names of the setting with the statement. */
const STATEMENT = /^(?:query|statement|sql(?:query|statement)?)$/i;

function hasText(pieces: readonly Expr[]): boolean {
  return pieces.some((piece) => piece.kind === 'literal' && piece.value.trim() !== '');
}

/** Longer statements are cut: their rest counts as fixed text. */
const PIECES_MAX = 500;

/** Maps each variable with SQL to the pieces of its statement, put together at once or piece by piece. */
function builtStatements(workflow: Workflow, symbols: BotSymbols): ReadonlyMap<string, readonly Expr[]> {
  const built = new Map<string, readonly Expr[]>();
  for (const activity of workflow.activities) {
    if (activity.type !== 'String/assign' || !isLive(activity)) continue;
    const target = propertyOf(activity, 'returnTo')?.expression?.mentions[0];
    const source = propertyOf(activity, 'sourceString');
    if (target === undefined || source === undefined) continue;
    const pieces = source.expression === undefined ? [] : piecesOf(source.expression.tree);
    const [first] = pieces;
    const isAdded = first?.kind === 'reference' && built.has(first.name.toLowerCase());
    const start = first === undefined ? source.text : first.kind === 'literal' ? first.value : '';
    // A statement may be cut off by its first variable: `UPDATE $sTable$ SET …`.
    if (!isAdded && (start === '' || !isSqlStatement(`${start} x set x from x`))) continue;
    const whole = pieces.length === 0 ? [textPiece(source.text)] : withStatements(pieces, built);
    // A fixed statement of another branch does not replace the joined one.
    if (isAdded || symbols.open(whole).length > 0 || !built.has(target)) built.set(target, whole);
  }
  return built;
}

const textPiece = (value: string): Expr => ({ kind: 'literal', type: 'text', value, start: 0, end: 0 });

/** Replaces the variables that hold statements by these. */
function withStatements(
  pieces: readonly Expr[],
  built: ReadonlyMap<string, readonly Expr[]>,
): readonly Expr[] {
  return pieces
    .flatMap((piece) => (piece.kind === 'reference' && built.get(piece.name.toLowerCase())) || [piece])
    .slice(0, PIECES_MAX);
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export const rule = defineRule({
  id: 'AAB-SEC-009',
  version: 2,
  title: 'SQL text built from variables',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A value with a quotation mark or a keyword in it changes the statement: it fails, or it reads and deletes other data.',
  fix: 'Use "Database: Run stored procedure" and pass the values as its parameters. Where that is not possible, allow only known values (compare with a list, or convert to a number) before they come into the statement. The name of a table, sheet or column cannot be a parameter: compare it with a list of the allowed names.',
  compliance: ['INJ'],
  controls: ['CWE-89'],
  dedupeGroup: 'sql-injection',
  options: {},
  // One pass over all assignments of the bot serves all its statements.
  level: 'workflow',
  roles: ['database'],
  *check(workflow) {
    const statements = commandsOf(workflow, ({ role }) => role === 'database').filter(isLive);
    if (statements.length === 0) return;
    const symbols = botSymbols(workflow);
    const built = builtStatements(workflow, symbols);
    for (const activity of statements) {
      const query = activity.properties.find(({ name }) => STATEMENT.test(name));
      const expression = query?.expression;
      if (query === undefined || expression === undefined || expression.literal !== undefined) continue;
      const own = piecesOf(expression.tree);
      const pieces = hasText(own) ? own : (built.get(expression.mentions[0] ?? '') ?? []);
      const all = symbols.open(pieces);
      if (all.length === 0) continue;
      const places = namesAmong(pieces);
      const values = symbols.open(pieces.filter((piece) => !places.has(piece)));
      const problem = { at: query, subject: query.name };
      const what = `The statement of "${activity.name}" takes`;
      if (values.length === 0)
        yield { ...problem, message: `${what} ${quoted(all)} in ${NAME_ADVICE}`, severity: 'medium' };
      else yield { ...problem, message: `${what} ${quoted(values)} in as part of its SQL text.` };
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "sqlQuery", "packageName": "Database", "attributes": [
  { "name": "query", "value": { "type": "STRING",
    "expression": "SELECT * FROM orders WHERE customer = '$sCustomer$'" } } ] }`,
        `"nodes": [
  { "commandName": "assign", "packageName": "String", "returnTo": { "type": "VARIABLE", "variableName": "sSql" },
    "attributes": [ { "name": "sourceString", "value": { "type": "STRING",
      "expression": "DELETE FROM orders WHERE id = '$dRow{id}$'" } } ] },
  { "commandName": "insertUpdateDelete", "packageName": "Database", "attributes": [
    { "name": "query", "value": { "type": "STRING", "expression": "$sSql$" } } ] } ]`,
        `"nodes": [
  { "commandName": "assign", "packageName": "String", "returnTo": { "type": "VARIABLE", "variableName": "sSql" },
    "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "string": "SELECT * FROM orders WHERE id = '" } } ] },
  { "commandName": "assign", "packageName": "String", "returnTo": { "type": "VARIABLE", "variableName": "sSql" },
    "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "expression": "$sSql$$sOrder$'" } } ] },
  { "commandName": "sqlQuery", "packageName": "Database", "attributes": [
    { "name": "query", "value": { "type": "STRING", "expression": "$sSql$" } } ] } ]`,
        `{ "commandName": "insertUpdateDelete", "packageName": "Database", "attributes": [
  { "name": "statement", "value": { "type": "STRING", "expression": "UPDATE orders SET state = '$sState$'" } } ] }`,
        // Milder: the name of a sheet, which no parameter can replace.
        `{ "commandName": "sqlQuery", "packageName": "Database", "attributes": [
  { "name": "query", "value": { "type": "STRING", "expression": "SELECT [Number] FROM [$sSheet$]" } } ] }`,
      ],
      good: [
        `"nodes": [ { "commandName": "sqlQuery", "packageName": "Database", "attributes": [
  { "name": "query", "value": { "type": "STRING", "expression": "SELECT * FROM $sTable$ WHERE state = 'open'" } } ] } ],
"variables": [ { "name": "sTable", "type": "STRING", "defaultValue": { "type": "STRING", "string": "orders" } } ]`,
        `{ "commandName": "sqlQuery", "packageName": "Database", "attributes": [
  { "name": "query", "value": { "type": "STRING", "string": "SELECT * FROM orders WHERE state = 'open'" } } ] }`,
        `"nodes": [
  { "commandName": "assign", "packageName": "String", "returnTo": { "type": "VARIABLE", "variableName": "sSql" },
    "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "string": "SELECT * FROM orders" } } ] },
  { "commandName": "assign", "packageName": "String", "returnTo": { "type": "VARIABLE", "variableName": "sSql" },
    "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "expression": "$sSql$ WHERE state = 'open'" } } ] },
  { "commandName": "sqlQuery", "packageName": "Database", "attributes": [
    { "name": "query", "value": { "type": "STRING", "expression": "$sSql$" } } ] } ]`,
        // Near miss: a number cannot hold SQL.
        `"nodes": [ { "commandName": "sqlQuery", "packageName": "Database", "attributes": [
  { "name": "query", "value": { "type": "STRING",
    "expression": "SELECT * FROM orders WHERE id = $nOrder.Number:toString$" } } ] } ],
"variables": [ { "name": "nOrder", "type": "NUMBER" } ]`,
      ],
    },
  },
});
