/** Assignments: which names get which values, on every platform and in every form of text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { READ_LIMITS } from '../../../src/analysis/platforms/limits.ts';
import { PLATFORM_READERS, readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { assignedValues, assignmentsOf } from '../../../src/analysis/semantics/assignments/assignments.ts';
import { jsonMembers } from '../../../src/analysis/semantics/assignments/json-members.ts';
import { commandSwitches, formFields } from '../../../src/analysis/semantics/assignments/lines.ts';
import { xmlElements } from '../../../src/analysis/semantics/assignments/xml-elements.ts';

function workflowOf(platform: Platform, fragment: string): Workflow {
  const { snippet } = PLATFORM_READERS.find((reader) => reader.platform === platform)!;
  const file = openFile('example', Buffer.from(snippet(fragment)), READ_LIMITS);
  return readWorkflows(file, platform).workflows[0]!;
}

const all = (workflow: Workflow) => assignmentsOf(workflow, assignedValues(workflow));

/** Returns the assignments of a fragment as `via name = value`; `…` stands for a value that is computed. */
function shown(platform: Platform, fragment: string): readonly string[] {
  return all(workflowOf(platform, fragment)).map(({ via, name, text }) => `${via} ${name} = ${text ?? '…'}`);
}

/** Fragments with some of their assignments. */
const CASES: readonly (readonly [title: string, Platform, fragment: string, wanted: readonly string[]])[] = [
  [
    'arguments and headers of UiPath',
    'uipath',
    `<ui:InvokeWorkflowFile WorkflowFileName="Login.xaml"><ui:InvokeWorkflowFile.Arguments>
      <InArgument x:TypeArguments="x:String" x:Key="in_User">robot</InArgument>
    </ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>
    <ui:HttpClient Body="{}{&quot;tenant&quot;: 7}"><ui:HttpClient.Headers>
      <InArgument x:TypeArguments="x:String" x:Key="X-Tenant">test</InArgument>
    </ui:HttpClient.Headers></ui:HttpClient>`,
    ['argument in_User = robot', 'json tenant = 7', 'header X-Tenant = test'],
  ],
  [
    'rows of a table and variables of UiPath',
    'uipath',
    `<Sequence><Sequence.Variables><Variable x:TypeArguments="x:String" Name="stage" Default="test" /></Sequence.Variables>
      <ui:BuildDataTable TableInfo="&lt;NewDataSet&gt;&lt;A&gt;&lt;User&gt;svc&lt;/User&gt;&lt;/A&gt;&lt;/NewDataSet&gt;" />
      <Assign><Assign.To><OutArgument x:TypeArguments="x:String">[target]</OutArgument></Assign.To>
        <Assign.Value><InArgument x:TypeArguments="x:String">live</InArgument></Assign.Value></Assign></Sequence>`,
    ['cell User = svc', 'variable target = live', 'default stage = test'],
  ],
  [
    'headers, queries, bodies and variables of a cloud flow',
    'power-automate',
    `"Set": {"type": "SetVariable", "inputs": {"name": "stage", "value": "test"}},
     "Call": {"type": "Http", "inputs": {"method": "POST", "uri": "https://a.example/x?mode=dry&user=a%20b",
       "headers": {"X-Tenant": "test"}, "queries": {"page": "1"}, "body": {"user": {"name": "svc"}}}},
     "Soap": {"type": "Http", "inputs": {"method": "POST", "uri": "https://a.example", "body": "<Login><User>@{triggerBody()}</User><Role>bot</Role></Login>"}}`,
    [
      'variable stage = test',
      'field mode = dry',
      'field user = a b',
      'header X-Tenant = test',
      'field page = 1',
      'json name = svc',
      'xml User = …',
      'xml Role = bot',
    ],
  ],
  [
    'names that stand beside their values in a bot',
    'automation-anywhere',
    `{ "commandName": "get", "packageName": "Rest", "attributes": [
      { "name": "headers", "value": { "type": "LIST", "list": [ { "type": "DICTIONARY", "dictionary": [
        { "key": "Name", "value": { "type": "STRING", "string": "X-Tenant" } },
        { "key": "Value", "value": { "type": "STRING", "string": "test" } } ] } ] } } ] },
    { "commandName": "put", "packageName": "Dictionary", "attributes": [
      { "name": "key", "value": { "type": "STRING", "string": "stage" } },
      { "name": "value", "value": { "type": "STRING", "string": "live" } } ] }`,
    ['header X-Tenant = test', 'field stage = live'],
  ],
  [
    'entries of a dictionary that a bot starts with',
    'automation-anywhere',
    `"variables": [ { "name": "dSettings", "type": "DICTIONARY", "subtype": "STRING", "defaultValue": { "type": "DICTIONARY", "dictionary": [
      { "key": "Stage", "value": { "type": "STRING", "string": "test" } } ] } } ]`,
    ['field Stage = test'],
  ],
  [
    'texts by the field of a desktop flow that takes them',
    'power-automate',
    `UIAutomation.PopulateTextField TextField: appmask['Login']['Edit \\'Stage\\''] Text: $'''test'''`,
    ["field Edit 'Stage' = test"],
  ],
  [
    'outputs of Compose',
    'power-automate',
    '"Stage_2": {"type": "Compose", "inputs": "test"}',
    ['variable Stage 2 = test'],
  ],
  [
    'data items, inputs and calculations of Blue Prism',
    'blue-prism',
    `<stage stageid="d" name="Stage" type="Data"><datatype>text</datatype><initialvalue>test</initialvalue></stage>
     <stage stageid="a" name="Go" type="Action"><resource object="SAP" action="Login"/><inputs><input type="text" name="User" expr="&quot;svc&quot;"/></inputs></stage>
     <stage stageid="c" name="Set" type="Calculation"><calculation expression="&quot;live&quot;" stage="Target"/><loginhibit/></stage>
     <stage stageid="i" name="Initialise" type="ProcessInfo"><language>visualbasic</language><globalcode><![CDATA[Dim market As String = "de"]]></globalcode></stage>`,
    ['argument User = svc', 'variable Target = live', 'default Stage = test', 'code market = de'],
  ],
  [
    'objects, headers and command lines of a desktop flow',
    'power-automate',
    `SET Login TO { 'User': 'app', 'Port': Number }
Web.InvokeWebService.InvokeWebService Url: $'''https://a.example''' CustomHeaders: $'''Accept: text/plain
X-Tenant: %Tenant%''' Response=> Answer
System.RunApplication.RunApplication ApplicationPath: $'''sqlcmd''' CommandLineArguments: $'''-S db1 --mode=dry /p:"a b"''' ProcessId=> Id`,
    [
      'code User = app',
      'code Port = …',
      'header Accept = text/plain',
      'header X-Tenant = …',
      'switch S = db1',
      'switch mode = dry',
      'switch p = a b',
    ],
  ],
];

describe('the stream of assignments', () => {
  for (const [title, platform, fragment, wanted] of CASES)
    it(`has ${title}`, () => {
      const found = shown(platform, fragment);
      for (const one of wanted)
        assert.equal(found.filter((each) => each === one).length, 1, `${one}\n${found.join('\n')}`);
    });
  it('gives the values that a name names, once, for either of both', () => {
    const flow = workflowOf(
      'power-automate',
      '"Set": {"type": "SetVariable", "inputs": {"name": "stage", "value": "test"}}',
    );
    const { properties } = flow.activities.find(({ type }) => type === 'SetVariable')!;
    const [name, value] = ['inputs.name', 'inputs.value'].map(
      (key) => properties.find((each) => each.name === key)!,
    );
    const expected = assignmentsOf(flow, [value!]);
    assert.equal(expected.length, 1);
    assert.deepEqual(assignmentsOf(flow, [name!]), expected);
    assert.deepEqual(assignmentsOf(flow, [name!, value!]), expected);
  });
});

describe('texts of names with values', () => {
  const pairs = (found: Iterable<{ readonly name: string; readonly text: string }>) =>
    [...found].map(({ name, text }) => `${name}=${text}`);
  it('are read where they are damaged, in single quotes, nested or escaped', () => {
    assert.deepEqual(pairs(jsonMembers(`{'a': 'b', "c": {"d": -1.5, "e": [true]}, "f": null,`)), [
      'a=b',
      'd=-1.5',
      'f=null',
    ]);
    assert.deepEqual(pairs(jsonMembers('{"a": "x\\"y\\u0041", "it\'s": "b", "c": d, "open')), [
      'a=x"yA',
      "it's=b",
    ]);
    assert.deepEqual(pairs(jsonMembers('say "a": "b"')), []);
    assert.deepEqual(pairs(xmlElements('<s:A xmlns:s="u"><s:B c="d">e &amp; f</s:B><C/><D></D></s:A>')), [
      'B=e & f',
    ]);
    assert.deepEqual(pairs(formFields('a=b&c=%26d')), ['a=b', 'c=&d']);
    assert.deepEqual(pairs(formFields('a = b & c')), []);
    assert.deepEqual(pairs(commandSwitches('tool -a b --c -d=e /f:"g h" C:/i')), ['a=b', 'd=e', 'f=g h']);
  });
  it('take linear time with quotes, tags and switches that never end', () => {
    for (const part of ['"', '\\"', `"'`, '{"a":"', '<a>', '<a ', '-a ', 'a=b&', '\n', `"a":'`]) {
      const text = `{${part.repeat(300_000)}`;
      for (const read of [jsonMembers, xmlElements, formFields, commandSwitches])
        assert.ok([...read(text)].length <= text.length, part);
    }
  });
});
