/** A bot joins an SQL statement from text and variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { isSqlStatement } from '../../patterns/code/sql.ts';
import { piecesOf } from '../../semantics/joined.ts';

/** Names of the setting with the statement. */
const STATEMENT = /^(?:query|statement|sql(?:query|statement)?)$/i;

function hasText(pieces: readonly Expr[]): boolean {
  return pieces.some((piece) => piece.kind === 'literal' && piece.value.trim() !== '');
}

/** Maps each variable with SQL to the variables that go into it, at once or piece by piece. */
function builtStatements(workflow: Workflow, symbols: BotSymbols): ReadonlyMap<string, readonly string[]> {
  const built = new Map<string, readonly string[]>();
  for (const activity of workflow.activities) {
    if (activity.type !== 'String/assign' || !isLive(activity)) continue;
    const target = propertyOf(activity, 'returnTo')?.expression?.mentions[0];
    const source = propertyOf(activity, 'sourceString');
    if (target === undefined || source === undefined) continue;
    const pieces = source.expression === undefined ? [] : piecesOf(source.expression.tree);
    const [first] = pieces;
    const before = first?.kind === 'reference' ? built.get(first.name.toLowerCase()) : undefined;
    const start = first === undefined ? source.text : first.kind === 'literal' ? first.value : '';
    if (before !== undefined) {
      const added = symbols.open(pieces).filter((name) => !built.has(name.toLowerCase()));
      built.set(target, [...new Set([...before, ...added])]);
    }
    // A statement may be cut off by its first variable: `UPDATE $sTable$ SET …`.
    else if (start !== '' && isSqlStatement(`${start} x set x from x`)) {
      const names = symbols.open(pieces);
      // A fixed statement of another branch does not replace the joined one.
      if (names.length > 0 || !built.has(target)) built.set(target, names);
    }
  }
  return built;
}

export const rule = defineRule({
  id: 'AAB-SEC-009',
  version: 1,
  title: 'SQL text built from variables',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A value with a quotation mark or a keyword in it changes the statement: it fails, or it reads and deletes other data.',
  fix: 'Use "Database: Run stored procedure" and pass the values as its parameters. Where that is not possible, allow only known values (compare with a list, or convert to a number) before they come into the statement.',
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
      const pieces = piecesOf(expression.tree);
      const names = hasText(pieces) ? symbols.open(pieces) : (built.get(expression.mentions[0] ?? '') ?? []);
      if (names.length === 0) continue;
      const list = names.map((name) => `"${name}"`).join(', ');
      yield {
        at: query,
        message: `The statement of "${activity.name}" takes ${list} in as part of its SQL text.`,
        subject: query.name,
      };
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
