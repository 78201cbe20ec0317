/** Tests that data passes on its way: on their branch it is safe, on the other one and behind both it is not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { dataFlowsOf } from '../../../src/analysis/semantics/data-flow/data-flows.ts';
import { EVERY_SINK } from '../../../src/analysis/semantics/data-flow/wanted.ts';
import { readSnippet as readProcess } from '../../support/files/blue-prism.ts';
import { readFragment } from '../../support/files/flow.ts';
import { readScriptText } from '../../support/files/robin.ts';
import { readSnippet as readBot } from '../../support/files/task-bot.ts';
import { readSnippet as readXaml } from '../../support/files/xaml.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const xaml = (steps: string): Workflow =>
  readXaml(
    `<Variable x:TypeArguments="x:String" Name="name" /><Variable x:TypeArguments="x:String" Name="text" /><Variable x:TypeArguments="ui:GenericValue" Name="any" /><Variable x:TypeArguments="scg:List(x:String)" Name="allowed" /><Variable x:TypeArguments="x:Int32" Name="number" /><ui:InputDialog DisplayName="Ask" Label="Name" Result="[name]" />${steps}`,
  );
const SQL = `<ui:ExecuteQuery DisplayName="Query" Sql="[${escaped('"SELECT * FROM t WHERE n = \'" + name + "\'"')}]" />`;
const LOG = '<ui:LogMessage DisplayName="Log" Message="no" />';
const THROW = '<Throw DisplayName="Stop" Exception="[New Exception(&quot;no&quot;)]" />';
const condition = (test: string, then: string, otherwise: string): string =>
  `<If DisplayName="Test" Condition="[${escaped(test)}]"><If.Then><Sequence>${then}</Sequence></If.Then><If.Else><Sequence>${otherwise}</Sequence></If.Else></If>`;

/** Conditions that let only known values through, on the branch that holds. */
const PASSING: readonly string[] = [
  'allowed.Contains(name)',
  '{"A", "B"}.Contains(name.Trim)',
  '{"A", "B"}.Contains(name.ToUpper())',
  'number > 1 AndAlso allowed.Contains(name)',
  'Not (Not allowed.Contains(name))',
  'name = "A" OrElse name = "B"',
  'name.Equals("A")',
  'allowed.Contains(name) = True',
  'Integer.TryParse(name, number)',
  'IsNumeric(name)',
  'System.Text.RegularExpressions.Regex.IsMatch(name, "^[A-Z]{3}$")',
];
/** Conditions that say nothing about the value where they hold. */
const OTHER: readonly string[] = [
  'Not allowed.Contains(name)',
  'allowed.Contains(text)',
  'name.Contains("A")',
  'text.Contains(name)',
  'number > 1 OrElse allowed.Contains(name)',
  'name <> "A"',
  'name = text',
  'name.Substring(0, 1) = "A"',
  'name.Length = 3',
  'System.Text.RegularExpressions.Regex.IsMatch(name, "[A-Z]{3}")',
  'System.Text.RegularExpressions.Regex.IsMatch(name, "^.*$")',
  ...[
    '^A|B$',
    '^(.)*$',
    '^[\\s\\S]*$',
    '^[^x]*$',
    '^\\S+$',
    '^.{1,100}$',
    '^(?:A|.)*$',
    '^[ -~]+$',
    '^[\\x00-z]+$',
    '(?m)^[A-Z]+$',
    '^A\\$',
  ].map((pattern) => `System.Text.RegularExpressions.Regex.IsMatch(name, "${pattern}")`),
  'System.Text.RegularExpressions.Regex.IsMatch(name, "^[A-Z]+$", RegexOptions.IgnoreCase Or RegexOptions.Multiline)',
  'text.Trim.Contains(name)',
  'any.Contains(name)',
  'row("Body").ToString.Contains(name)',
  '$"{text}".Contains(name)',
  'allowed.Contains(If(number = 1, name, "A"))',
  'allowed.Contains(text.Replace(name, "A"))',
  'name.Trim("A"c) = "B"',
  'System.IO.File.Exists(name)',
  'String.IsNullOrEmpty(name)',
];

const reaches = (workflow: Workflow): boolean => {
  const { flows, error } = dataFlowsOf(workflow, EVERY_SINK);
  assert.equal(error, undefined);
  return flows.some(({ family, sink }) => family === 'untrusted' && sink === 'sql');
};

describe('a test that data has passed', () => {
  for (const test of PASSING) {
    it(`ends the way where it holds: ${test}`, () => {
      assert.equal(reaches(xaml(condition(test, SQL, LOG))), false);
      assert.equal(reaches(xaml(condition(test, LOG, THROW) + SQL)), false);
    });
    it(`ends no way elsewhere: ${test}`, () => {
      assert.equal(reaches(xaml(condition(test, LOG, SQL))), true);
      assert.equal(reaches(xaml(condition(test, LOG, '') + SQL)), true);
      assert.equal(reaches(xaml(SQL + condition(test, LOG, THROW))), true);
    });
    it(`ends the way behind the opposite: ${test}`, () => {
      assert.equal(reaches(xaml(condition(`Not (${test})`, THROW, '') + SQL)), false);
      assert.equal(reaches(xaml(condition(`Not (${test})`, LOG, SQL))), false);
    });
  }
  for (const test of OTHER)
    it(`is none: ${test}`, () => {
      assert.equal(reaches(xaml(condition(test, SQL, LOG))), true);
    });

  it('does not hold for a value that comes later', () => {
    const again = '<ui:InputDialog DisplayName="Ask again" Label="Name" Result="[name]" />';
    assert.equal(reaches(xaml(condition('allowed.Contains(name)', again + SQL, LOG))), true);
  });

  it('does not hold for a value that the same branch writes in a loop', () => {
    const again = '<ui:InputDialog DisplayName="Ask again" Label="Name" Result="[name]" />';
    const loop = (steps: string): string =>
      `<While DisplayName="Again" Condition="[number &lt; 3]"><Sequence>${steps}</Sequence></While>`;
    assert.equal(reaches(xaml(loop(condition('allowed.Contains(name)', again + SQL, LOG)))), true);
    assert.equal(reaches(xaml(loop(again + condition('allowed.Contains(name)', SQL, LOG)))), false);
  });

  it('does not hold behind a handler of the error by which the other branch ends', () => {
    const attempt = (steps: string, handling: string): string =>
      `<TryCatch DisplayName="Attempt"><TryCatch.Try><Sequence>${steps}</Sequence></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception" /></ActivityAction.Argument><Sequence>${handling}</Sequence></ActivityAction></Catch></TryCatch.Catches></TryCatch>`;
    const guard = condition('allowed.Contains(name)', LOG, THROW);
    assert.equal(reaches(xaml(attempt(guard, LOG) + SQL)), true);
    assert.equal(reaches(xaml(attempt(guard, '<Rethrow />') + SQL)), false);
    assert.equal(reaches(xaml(attempt(guard + SQL, LOG))), false);
  });

  it('holds for what is made of the value before and behind it', () => {
    const line = `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[text]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[name.Trim()]</InArgument></Assign.Value></Assign>`;
    const sql = SQL.replace('name', 'text');
    assert.equal(reaches(xaml(line + condition('allowed.Contains(name)', sql, LOG))), false);
    assert.equal(reaches(xaml(condition('allowed.Contains(name)', line + sql, LOG))), false);
    assert.equal(reaches(xaml(line + condition('allowed.Contains(text)', SQL, LOG))), true);
  });

  it('holds in the cases of a choice, not by default', () => {
    const choice = (rest: string): string =>
      `<Switch x:TypeArguments="x:String" DisplayName="Which" Expression="[name]"><Switch.Default>${rest}</Switch.Default><Sequence x:Key="A">${SQL}</Sequence></Switch>`;
    assert.equal(reaches(xaml(choice(LOG))), false);
    assert.equal(reaches(xaml(choice(SQL))), true);
    assert.equal(reaches(xaml(choice(THROW) + SQL)), false);
    assert.equal(reaches(xaml(choice(LOG) + SQL)), true);
  });

  it('is one of a desktop flow', () => {
    const robin = (lines: string): Workflow =>
      readScriptText(
        `Display.InputDialog Title: $'''N''' Message: $'''N''' DefaultValue: $'''''' InputType: Display.InputType.SingleLine IsTopMost: False UserInput=> Name ButtonPressed=> Button\n${lines}\n`,
      );
    const sql =
      "Database.ExecuteSqlStatement.Execute Connection: C Statement: $'''select %Name%''' Timeout: 30 Result=> Rows";
    assert.equal(reaches(robin(sql)), true);
    assert.equal(reaches(robin(`IF Name = $'''A''' THEN\n${sql}\nEND`)), false);
    assert.equal(reaches(robin(`IF Name <> $'''A''' THEN\nEXIT Code: 1\nEND\n${sql}`)), false);
    assert.equal(reaches(robin(`IF Name <> $'''A''' THEN\n${sql}\nEND`)), true);
    assert.equal(reaches(robin(`SWITCH Name\nCASE = $'''A'''\n${sql}\nDEFAULT\nEND`)), false);
    assert.equal(reaches(robin(`SWITCH Name\nCASE <> $'''A'''\n${sql}\nDEFAULT\nEND`)), true);
  });

  it('is one of a bot', () => {
    const prompt =
      '{"commandName": "ForValue", "packageName": "Prompt", "returnTo": {"type": "VARIABLE", "variableName": "sName"}, "attributes": [{"name": "promptMessage", "value": {"type": "STRING", "string": "Order"}}]}';
    const sql =
      '{"commandName": "sqlQuery", "packageName": "Database", "attributes": [{"name": "session", "value": {"type": "STRING", "string": "Erp"}}, {"name": "query", "value": {"type": "STRING", "expression": "SELECT $sName$"}}]}';
    const choice = (operator: string): string =>
      `{"commandName": "if", "packageName": "If", "attributes": [{"name": "condition", "value": {"type": "CONDITIONAL", "conditionalName": "stringVariable", "packageName": "String"}, "attributes": [{"name": "variable", "value": {"type": "STRING", "expression": "$sName$"}}, {"name": "operator", "value": {"type": "STRING", "string": "${operator}"}}, {"name": "value", "value": {"type": "STRING", "string": "A"}}]}], "children": [${sql}], "branches": []}`;
    assert.equal(reaches(readBot(`${prompt}, ${sql}`)), true);
    assert.equal(reaches(readBot(`${prompt}, ${choice('EQ')}`)), false);
    assert.equal(reaches(readBot(`${prompt}, ${choice('NE')}`)), true);
  });

  it('is one of a cloud flow', () => {
    const sql = {
      type: 'OpenApiConnection',
      inputs: {
        host: {
          connectionName: 'c',
          operationId: 'ExecutePassThroughNativeQuery_V2',
          apiId: '/providers/Microsoft.PowerApps/apis/shared_sql',
        },
        parameters: { 'query/query': "SELECT '@{triggerBody()?['name']}'" },
      },
      runAfter: {},
    };
    const other = { type: 'Compose', inputs: 'x', runAfter: {} };
    const value = "@triggerBody()?['name']";
    const flow = (expression: unknown, then: object, otherwise: object, next: object = {}): Workflow =>
      readFragment(
        JSON.stringify({
          triggers: { manual: { type: 'Request', kind: 'Http', inputs: { schema: {} } } },
          actions: {
            Test: { type: 'If', expression, actions: then, else: { actions: otherwise }, runAfter: {} },
            ...next,
          },
        }),
      );
    const behind = { Find: { ...sql, runAfter: { Test: ['Succeeded'] } } };
    const stop = { Stop: { type: 'Terminate', inputs: { runStatus: 'Failed' }, runAfter: {} } };
    const passing: readonly unknown[] = [
      { and: [{ contains: ["@createArray('A', 'B')", value] }] },
      { and: [{ equals: [value, 'A'] }, { equals: ["@length('a')", 1] }] },
      { or: [{ equals: [value, 'A'] }, { equals: [value, 'B'] }] },
      { not: { not: { equals: [value, 'A'] } } },
      "@contains(createArray('A'), triggerBody()?['name'])",
      "@and(equals(triggerBody()?['name'], 'A'), true)",
    ];
    for (const test of passing) {
      assert.equal(reaches(flow(test, { Find: sql }, { Other: other })), false, JSON.stringify(test));
      assert.equal(reaches(flow(test, { Other: other }, stop, behind)), false, JSON.stringify(test));
      assert.equal(reaches(flow(test, { Other: other }, { Find: sql })), true, JSON.stringify(test));
    }
    const others: readonly unknown[] = [
      { and: [{ contains: [value, 'A'] }] },
      { or: [{ equals: [value, 'A'] }, { equals: ["@triggerBody()?['other']", 'B'] }] },
      { and: [{ equals: ["@triggerBody()?['other']", 'B'] }] },
      { and: [{ not: { equals: [value, 'A'] } }] },
      { and: [{ equals: [value, "@triggerBody()?['other']"] }] },
      { and: [{ contains: ["@concat(triggerBody()?['other'], 'x')", value] }] },
      { and: [{ contains: ["@triggerBody()?['other']", value] }] },
      "@contains(createArray('A'), coalesce(triggerBody()?['other'], triggerBody()?['name']))",
      "@contains(string(variables('x')), triggerBody()?['name'])",
    ];
    for (const test of others)
      assert.equal(reaches(flow(test, { Find: sql }, { Other: other })), true, JSON.stringify(test));
  });

  it('does not hold for another member of the same data', () => {
    const step = (inputs: object, type: string, runAfter: object = {}): object => ({
      type,
      inputs,
      runAfter,
    });
    const query = (text: string): object => ({
      host: {
        connectionName: 'c',
        operationId: 'ExecutePassThroughNativeQuery_V2',
        apiId: '/providers/Microsoft.PowerApps/apis/shared_sql',
      },
      parameters: { 'query/query': text },
    });
    const flow = (actions: object): Workflow =>
      readFragment(
        JSON.stringify({
          triggers: { manual: { type: 'Request', kind: 'Http', inputs: { schema: {} } } },
          actions: {
            Test: {
              type: 'If',
              expression: { and: [{ equals: ["@triggerBody()?['name']", 'A'] }] },
              actions,
              else: { actions: {} },
              runAfter: {},
            },
          },
        }),
      );
    const [name, other] = ["@{triggerBody()?['name']}", "@{triggerBody()?['other']}"];
    const find = (text: string): object => ({ Find: step(query(text), 'OpenApiConnection') });
    assert.equal(reaches(flow(find(name))), false);
    assert.equal(reaches(flow(find(`${name} ${other}`))), true);
    assert.equal(reaches(flow(find(`${other} ${name}`))), true);
    const joined = (text: string): object => ({
      Join: step({ text }, 'Compose'),
      Find: step(query("@{outputs('Join')}"), 'OpenApiConnection', { Join: ['Succeeded'] }),
    });
    assert.equal(reaches(flow(joined(name))), false);
    assert.equal(reaches(flow(joined(`${name} ${other}`))), true);
  });

  it('is one of a process', () => {
    const process = (test: string, yes: string, no: string): Workflow =>
      readProcess(`
<stage stageid="a" name="Get Item" type="Action"><onsuccess>d</onsuccess><inputs><input type="text" name="Queue Name" expr="&quot;Orders&quot;"/></inputs><outputs><output type="collection" name="Data" stage="Order"/></outputs><resource object="Blueprism.Automate.clsWorkQueuesActions" action="Get Next Item"/></stage>
<stage stageid="d" name="Known" type="Decision"><decision expression="${escaped(test)}"/><ontrue>${yes}</ontrue><onfalse>${no}</onfalse></stage>
<stage stageid="b" name="Find" type="Action"><onsuccess>end</onsuccess><inputs><input type="text" name="Query" expr="&quot;SELECT &quot; &amp; [Order.Id]"/></inputs><resource object="Data - SQL Server" action="Execute"/></stage>
<stage stageid="c-Order" name="Order" type="Collection"><collectioninfo><field name="Id" type="text"/></collectioninfo></stage>`);
    assert.equal(reaches(process('[Order.Id]="A" OR [Order.Id]="B"', 'b', 'end')), false);
    assert.equal(reaches(process('[Order.Id]="A"', 'end', 'b')), true);
    assert.equal(reaches(process('[Order.Id]="A"', 'b', 'b')), true);
    assert.equal(reaches(process('IsNumber([Order.Id])', 'b', 'end')), false);
    assert.equal(reaches(process('[Order.Other]="A"', 'b', 'end')), true);
  });
});
