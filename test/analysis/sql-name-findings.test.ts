/** SQL of all platforms: the name of a table is milder than a value, and gets other advice. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Platform } from '../../src/analysis/model/platform.ts';
import { onlyFinding } from '../support/analysis/only-finding.ts';

const xaml = (sql: string): string =>
  `<Variable x:TypeArguments="x:String" Name="table" /><Variable x:TypeArguments="x:String" Name="name" />
<ui:ExecuteQuery Sql="[${sql.replaceAll('"', '&quot;').replaceAll('&&', '&amp;')}]" />`;
const assigned = (...texts: readonly string[]): string =>
  `<Variable x:TypeArguments="x:String" Name="sql" /><Variable x:TypeArguments="x:String" Name="table" /><Variable x:TypeArguments="x:String" Name="name" />
${texts
  .map(
    (text) =>
      `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[sql]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">${text}</InArgument></Assign.Value></Assign>`,
  )
  .join('\n')}
<ui:ExecuteQuery Sql="[sql]" />`;
const flow = (query: string): string =>
  `"Read": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sql",
  "operationId": "ExecutePassThroughNativeQuery_V2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sql"},
  "parameters": {"query/query": "${query}"}}}`;
const robin = (statement: string): string =>
  `@INPUT Table : { 'Type': 'String' }
@INPUT Customer : { 'Type': 'String' }
Database.ExecuteSqlStatement.Execute Connection: Connection Statement: $'''${statement}''' Timeout: 30 Result=> Rows`;
const code = (text: string): string =>
  `<stage stageid="c" name="Read Rows" type="Code"><onsuccess>end</onsuccess><code><![CDATA[${text}]]></code></stage>`;
const calculation = (text: string): string =>
  `<stage stageid="c" name="Build SQL" type="Calculation"><onsuccess>end</onsuccess><calculation expression="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" stage="SQL"/></stage>`;

const NAMES: readonly [Platform, string, string][] = [
  ['uipath', 'UIP-SEC-016', xaml('"SELECT * FROM [" + table + "$]"')],
  ['uipath', 'UIP-SEC-016', xaml('String.Format("SELECT * FROM {0} ORDER BY {1}", table, name)')],
  ['uipath', 'UIP-SEC-016', assigned('["SELECT * FROM "]', '[sql + table]')],
  ['uipath', 'UIP-SEC-016', '<ui:InvokeCode Code="sql = &quot;SELECT * FROM &quot; &amp; table" />'],
  ['power-automate', 'PAF-SEC-009', flow("select * from dbo.@{triggerBody()?['table']} where a = 1")],
  ['power-automate', 'PAD-SEC-004', robin('select * from %Table% where a = 1')],
  [
    'blue-prism',
    'BPR-SEC-008',
    code('cmd = New OleDbCommand("select * from [" & SheetName & "$]", connection)'),
  ],
  ['blue-prism', 'BPR-SEC-008', calculation('"SELECT * FROM [" & [Sheet] & "]"')],
];
const VALUES: readonly [Platform, string, string][] = [
  ['uipath', 'UIP-SEC-016', xaml(`"SELECT * FROM [" + table + "$] WHERE a = '" + name + "'"`)],
  ['uipath', 'UIP-SEC-016', xaml(`String.Format("SELECT * FROM {0} WHERE a = '{1}'", table, name)`)],
  [
    'uipath',
    'UIP-SEC-016',
    assigned('["SELECT * FROM "]', '[sql + table]', `[sql + " WHERE a = '" + name + "'"]`),
  ],
  [
    'power-automate',
    'PAF-SEC-009',
    flow("select * from @{triggerBody()?['table']} where a = '@{triggerBody()?['a']}'"),
  ],
  ['power-automate', 'PAD-SEC-004', robin("select * from %Table% where name = \\'%Customer%\\'")],
  ['blue-prism', 'BPR-SEC-008', code('sql = "select * from " & table & " where id = " & id')],
  ['blue-prism', 'BPR-SEC-008', calculation(`"SELECT * FROM [" & [Sheet] & "] WHERE a = '" & [A] & "'"`)],
];

for (const [platform, ruleId, example] of NAMES)
  it(`${ruleId} is medium for a name: ${example.slice(-60)}`, () => {
    const [severity, description] = onlyFinding(platform, ruleId, example);
    assert.equal(severity, 'medium');
    assert.match(description, /A name cannot be a parameter: compare it with a list of the allowed names/);
  });
for (const [platform, ruleId, example] of VALUES)
  it(`${ruleId} is high for a value beside a name: ${example.slice(-60)}`, () =>
    assert.equal(onlyFinding(platform, ruleId, example)[0], 'high'));
