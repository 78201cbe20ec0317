/** An SQL statement is put together from text and variables. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Expression, Token, Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../patterns/bot-commands.ts';
import { botSymbols } from '../patterns/bot-symbols.ts';
import { isSqlStatement } from '../patterns/sql.ts';

const TYPES = new Set([
  'Database/sqlQuery',
  'Database/insertUpdateDelete',
  'Database/exportToDataTable',
  'Database/runStoredProcedure',
]);
function hasText(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text }) => kind === 'string' && text.trim() !== '');
}

/** By variable: the text assigned to it that is SQL put together from variables. */
function builtStatements(workflow: Workflow): ReadonlyMap<string, Expression> {
  const built = new Map<string, Expression>();
  for (const activity of workflow.activities) {
    if (activity.type !== 'String/assign' || !isLive(activity)) continue;
    const target = propertyOf(activity, 'returnTo')?.expression?.mentions[0];
    const source = propertyOf(activity, 'sourceString')?.expression;
    const first = source?.tokens[0];
    if (target === undefined || source === undefined || first?.kind !== 'string') continue;
    // A statement may be cut off by its first variable: `UPDATE $sTable$ SET …`.
    if (isSqlStatement(`${first.text} x set x from x`)) built.set(target, source);
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
  // One look at all assignments of the bot serves all its statements.
  level: 'workflow',
  types: [...TYPES],
  *check(workflow) {
    const statements = commandsOf(workflow, ({ type }) => TYPES.has(type)).filter(isLive);
    if (statements.length === 0) return;
    const symbols = botSymbols(workflow);
    const built = builtStatements(workflow);
    for (const activity of statements) {
      const query = propertyOf(activity, 'query');
      const expression = query?.expression;
      if (query === undefined || expression === undefined || expression.literal !== undefined) continue;
      const whole = hasText(expression.tokens) ? expression : built.get(expression.mentions[0] ?? '');
      const names = symbols.open(whole?.tokens ?? []);
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
      ],
      good: [
        `"nodes": [ { "commandName": "sqlQuery", "packageName": "Database", "attributes": [
  { "name": "query", "value": { "type": "STRING", "expression": "SELECT * FROM $sTable$ WHERE state = 'open'" } } ] } ],
"variables": [ { "name": "sTable", "type": "STRING", "defaultValue": { "type": "STRING", "string": "orders" } } ]`,
        `{ "commandName": "sqlQuery", "packageName": "Database", "attributes": [
  { "name": "query", "value": { "type": "STRING", "string": "SELECT * FROM orders WHERE state = 'open'" } } ] }`,
        // Near miss: a number cannot carry SQL.
        `"nodes": [ { "commandName": "sqlQuery", "packageName": "Database", "attributes": [
  { "name": "query", "value": { "type": "STRING",
    "expression": "SELECT * FROM orders WHERE id = $nOrder.Number:toString$" } } ] } ],
"variables": [ { "name": "nOrder", "type": "NUMBER" } ]`,
      ],
    },
  },
});
