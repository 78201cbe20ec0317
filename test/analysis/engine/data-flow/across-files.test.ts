/** Data that crosses the files of a project: one mechanic a case, as an archive and from the facts of its files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeProject } from '../../../../src/analysis/engine/project/project-report.ts';
import { createEngine } from '../../../../src/analysis/engine/validate.ts';
import { isFlowRule } from '../../../../src/analysis/model/data-flow/flow-rules.ts';
import type { Finding } from '../../../../src/analysis/model/finding.ts';
import type { FileFacts } from '../../../../src/analysis/model/project.ts';
import { automationAnywhere } from '../../../../src/analysis/platforms/automation-anywhere/index.ts';
import { bluePrism } from '../../../../src/analysis/platforms/blue-prism/index.ts';
import { powerAutomate } from '../../../../src/analysis/platforms/power-automate/index.ts';
import { uipath } from '../../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../../src/analysis/rules/index.ts';
import { AppError } from '../../../../src/errors.ts';
import { drawnFile } from '../../../support/files/drawn-file.ts';
import { zip } from '../../../support/files/zip.ts';

type Files = Readonly<Record<string, string>>;

const FLOW_RULES = RULES.filter(isFlowRule);
const engine = createEngine(FLOW_RULES);
const TASK = { platform: undefined, ruleset: 'strict', findingsMax: 100 } as const;
const PROJECT = '{"name":"Orders","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}';

function fromFacts(files: Files): readonly Finding[] {
  const facts = Object.entries(files).flatMap(([path, content]) => {
    const task = {
      ...TASK,
      bytes: Buffer.from(content),
      filename: path.replace(/^.*\//, ''),
      factsPath: path,
    };
    try {
      return engine.validate(task).facts!;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return engine.factsOfRejected(task);
    }
  });
  const travelled = JSON.parse(JSON.stringify(facts)) as FileFacts[];
  const report = judgeProject(FLOW_RULES, { ...TASK, facts: travelled, paths: Object.keys(files) });
  assert.deepEqual(report.ruleErrors, []);
  return report.findings;
}

function fromArchive(files: Files): readonly Finding[] {
  const bytes = zip(Object.entries(files).map(([name, content]) => ({ name, content })));
  const report = engine.validate({ ...TASK, bytes, filename: 'project.zip' });
  assert.deepEqual(report.ruleErrors, []);
  return report.findings.filter(({ trace }) => trace?.some(({ file }) => file !== undefined));
}

const inShort = (findings: readonly Finding[]): string[] =>
  findings.map(({ ruleId, location, subject, trace }) => {
    const way = trace!.map(
      ({ how, file, property }) => `${how} ${property}${file === undefined ? '' : ` in ${file}`}`,
    );
    return `${ruleId} ${location.names.join('/')} ${subject}: ${way.join(', ')}`;
  });

/** Files → what is reported, the same both ways. */
function crossing(files: Files): string[] {
  const found = inShort(fromFacts(files));
  assert.deepEqual(
    fromArchive(files).map(({ ruleId }) => ruleId),
    found.map((line) => line.slice(0, line.indexOf(' '))),
  );
  return found;
}

const argument = (name: string, direction = 'In', type = 'x:String'): string =>
  `<x:Property Name="${name}" Type="${direction}Argument(${type})" />`;
const variables = (...names: readonly string[]): string =>
  names.map((name) => `<Variable x:TypeArguments="x:String" Name="${name}" />`).join('');
const password = (to: string): string =>
  `<ui:GetRobotCredential DisplayName="Get credential" AssetName="Sap" Password="[secured]" /><Assign><Assign.To><OutArgument x:TypeArguments="x:String">[${to}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[New System.Net.NetworkCredential("", secured).Password]</InArgument></Assign.Value></Assign>`.replaceAll(
    '""',
    '&quot;&quot;',
  );
const secured = '<Variable x:TypeArguments="s:SecureString" Name="secured" />';
const invoke = (
  file: string,
  ...bindings: readonly (readonly [way: 'In' | 'Out' | 'InOut', name: string, value: string])[]
): string =>
  `<ui:InvokeWorkflowFile DisplayName="Run ${file}" WorkflowFileName="${file}"><ui:InvokeWorkflowFile.Arguments>${bindings
    .map(
      ([way, name, value]) =>
        `<${way}Argument x:TypeArguments="x:String" x:Key="${name}">[${value}]</${way}Argument>`,
    )
    .join('')}</ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>`;
const log = (value: string): string => `<ui:LogMessage DisplayName="Log" Message="[${value}]" />`;
const assign = (to: string, value: string): string =>
  `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[${to}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[${value}]</InArgument></Assign.Value></Assign>`;

const project = (files: Files): Files => ({
  'project.json': PROJECT,
  ...Object.fromEntries(Object.entries(files).map(([name, steps]) => [name, uipath.snippet(steps)])),
});

describe('data across UiPath workflows', () => {
  const main = (...steps: readonly string[]) =>
    secured + variables('a', 'b', 'c') + password('a') + steps.join('');

  it('reaches a sink of a called workflow', () => {
    const files = project({
      'Main.xaml': main(invoke('Write.xaml', ['In', 'in_Text', 'a'])),
      'Write.xaml': argument('in_Text') + log('&quot;x&quot; &amp; in_Text'),
    });
    assert.deepEqual(crossing(files), [
      'XPL-SEC-005 Write.xaml/Write/Main/Log/Message secured → Message: source secured in Main.xaml, assigned a in Main.xaml, passed in_Text in Main.xaml, called in_Text, sink Message',
    ]);
  });

  it('reaches a program that a called workflow starts', () => {
    const download = (to: string): string =>
      `<ui:HttpClient DisplayName="Get setup" Method="GET" EndPoint="https://contoso.com/setup.exe" ResourcePath="[${to}]" />`;
    const start = `${argument('in_Path')}<ui:StartProcess DisplayName="Run" FileName="[in_Path]" />`;
    const through = (path: string) =>
      crossing(
        project({
          'Main.xaml': variables('a', 'b') + download('a') + invoke('Start.xaml', ['In', 'in_Path', path]),
          'Start.xaml': start,
        }),
      );
    assert.deepEqual(through('a'), [
      'XPL-SEC-018 Start.xaml/Start/Main/Run/FileName a → FileName: source a in Main.xaml, passed in_Path in Main.xaml, called in_Path, sink FileName',
    ]);
    assert.deepEqual(through('b'), []);
  });

  it('has no step of another workflow in the picture of the sink', () => {
    const files = project({
      'Main.xaml': main(invoke('Write.xaml', ['In', 'in_Text', 'a'])),
      'Write.xaml': `${argument('in_Text')}<Delay DisplayName="Wait" /><Delay DisplayName="Wait again" />${log('in_Text')}`,
    });
    const bytes = zip(Object.entries(files).map(([name, content]) => ({ name, content })));
    const drawn = drawnFile('project.zip', bytes).workflows.find(({ name }) => name === 'Write')!;
    const ways = drawn.pins.flatMap(({ way }) => (way.length === 0 ? [] : [way]));
    assert.deepEqual(ways, [[-1, -1, -1, -1, drawn.nodes.name.indexOf('Log')]]);
  });

  it('names at most three holders of the data', () => {
    const sentence = (...steps: readonly string[]) => {
      const write = argument('in_Text') + variables('x', 'y') + steps.join('');
      const files = project({
        'Main.xaml': main(invoke('Write.xaml', ['In', 'in_Text', 'a'])),
        'Write.xaml': write,
      });
      return fromFacts(files)[0]!.description;
    };
    assert.match(sentence(log('in_Text')), / through "a" and "in_Text"\./);
    assert.match(sentence(assign('x', 'in_Text'), log('x')), / through "a", "in_Text" and "x"\./);
    const four = sentence(assign('x', 'in_Text'), assign('y', 'x'), log('y'));
    assert.match(four, / through "a", "in_Text", "x" and 1 more\./);
  });

  it('reaches no other argument', () => {
    const files = project({
      'Main.xaml': main(invoke('Write.xaml', ['In', 'in_Text', 'b'], ['In', 'in_Other', 'a'])),
      'Write.xaml': argument('in_Text') + argument('in_Other') + log('in_Text'),
    });
    assert.deepEqual(crossing(files), []);
  });

  it('comes back from a called workflow', () => {
    const files = project({
      'Main.xaml': variables('a') + invoke('Read.xaml', ['Out', 'out_Text', 'a']) + log('a'),
      'Read.xaml': argument('out_Text', 'Out') + secured + password('out_Text'),
    });
    assert.deepEqual(crossing(files), [
      'XPL-SEC-005 Main.xaml/Main/Main/Log/Message secured → Message: source secured in Read.xaml, assigned out_Text in Read.xaml, returned out_Text, sink Message',
    ]);
  });

  it('comes back to the caller that gave it alone', () => {
    const files = project({
      'Main.xaml': main(invoke('Trim.xaml', ['In', 'in_Text', 'a'], ['Out', 'out_Text', 'b'])),
      'Other.xaml':
        variables('x', 'y') +
        invoke('Trim.xaml', ['In', 'in_Text', 'x'], ['Out', 'out_Text', 'y']) +
        log('y'),
      'Trim.xaml': argument('in_Text') + argument('out_Text', 'Out') + assign('out_Text', 'in_Text.Trim'),
    });
    assert.deepEqual(crossing(files), []);
  });

  it('goes through a called workflow', () => {
    const files = project({
      'Main.xaml': main(invoke('Trim.xaml', ['In', 'in_Text', 'a'], ['Out', 'out_Text', 'b'])) + log('b'),
      'Trim.xaml': argument('in_Text') + argument('out_Text', 'Out') + assign('out_Text', 'in_Text.Trim'),
    });
    assert.deepEqual(crossing(files), [
      'XPL-SEC-005 Main.xaml/Main/Main/Log/Message secured → Message: source secured, assigned a, passed in_Text, called in_Text in Trim.xaml, returned out_Text, sink Message',
    ]);
  });
});

describe('calls of UiPath workflows that lead nowhere, and back', () => {
  const calling = (file: string): Files =>
    project({
      'Main.xaml': `${secured}${variables('a', 'file')}${password('a')}${invoke(file, ['In', 'in_Text', 'a'])}`,
      'Write.xaml': argument('in_Text') + log('in_Text'),
    });

  it('end where the name is computed, and where the file is not there', () => {
    assert.equal(crossing(calling('Write.xaml')).length, 1);
    assert.deepEqual(crossing(calling('[file]')), []);
    assert.deepEqual(crossing(calling('Absent.xaml')), []);
  });

  it('end when a workflow calls itself', () => {
    const again = `${argument('in_Text')}${secured}${variables('a')}${password('a')}${log('in_Text')}${invoke('Main.xaml', ['In', 'in_Text', 'a'])}`;
    assert.deepEqual(inShort(fromFacts(project({ 'Main.xaml': again }))), [
      'XPL-SEC-005 Main.xaml/Main/Main/Log/Message secured → Message: source secured, assigned a, passed in_Text, called in_Text, sink Message',
    ]);
  });

  it('reach a file that another workflow reads, by its path alone', () => {
    const files = (path: string): Files =>
      project({
        'Main.xaml': `${secured}${variables('a')}${password('a')}<ui:WriteTextFile DisplayName="Keep" FileName="C:\\Orders\\key.txt" Text="[a]" />`,
        'Read.xaml': `${variables('b')}<ui:ReadTextFile DisplayName="Read" FileName="${path}" Content="[b]" />${log('b')}`,
      });
    const across = (path: string): string[] =>
      inShort(fromFacts(files(path))).filter((line) => line.startsWith('XPL-SEC-005'));
    assert.equal(across('c:/orders/KEY.txt').length, 1);
    assert.deepEqual(across('C:\\Orders\\other.txt'), []);
  });
});

describe('data in channels of UiPath workflows', () => {
  const add = (queue: string, key: string, value: string): string =>
    `<ui:AddQueueItem DisplayName="Add" QueueType="${queue}"><ui:AddQueueItem.ItemInformation><InArgument x:TypeArguments="x:String" x:Key="${key}">[${value}]</InArgument></ui:AddQueueItem.ItemInformation></ui:AddQueueItem>`;
  const take = (queue: string, key: string): string =>
    `<Variable x:TypeArguments="ui:QueueItem" Name="item" /><ui:GetQueueItem DisplayName="Get item" QueueType="${queue}" TransactionItem="[item]" />${log(`item.SpecificContent(&quot;${key}&quot;).ToString`)}`;
  const files = (queue: string, key: string): Files =>
    project({
      'Main.xaml': secured + variables('a') + password('a') + add('Orders', 'Line', 'a'),
      'Perform.xaml': take(queue, key),
    });
  const across = (found: Files): string[] =>
    inShort(fromFacts(found)).filter((line) => line.startsWith('XPL-SEC-005'));

  it('reaches the workflow that takes the items of a queue', () => {
    assert.deepEqual(across(files('orders', 'Line')), [
      'XPL-SEC-005 Perform.xaml/Perform/Main/Log/Message secured → Message: source secured in Main.xaml, assigned a in Main.xaml, passed ItemInformation.Line in Main.xaml, passed TransactionItem, sink Message',
    ]);
  });

  it('reaches no other queue and no other field', () => {
    assert.deepEqual(across(files('Invoices', 'Line')), []);
    assert.deepEqual(across(files('Orders', 'Status')), []);
  });
});

describe('data across bots', () => {
  const runs = (input: string, output: string): string =>
    `{"commandName": "runTask", "packageName": "TaskBot", "attributes": [{"name": "taskbot", "value": {"type": "TASKBOT", "taskbotFile": {"type": "FILE", "string": "repository:///Automation%20Anywhere/Bots/Load"}, "taskbotInput": {"type": "DICTIONARY", "dictionary": [{"key": "sText", "value": {"type": "STRING", "expression": "${input}"}}]}}}], "returnTo": {"type": "DICTIONARY", "dictionary": [{"key": "sResult", "value": {"type": "VARIABLE", "variableName": "${output}"}}]}}`;
  const credential =
    '{"commandName": "credentialToString", "packageName": "Credential", "attributes": [{"name": "credential", "value": {"type": "CREDENTIAL", "credential": {"name": "A", "lockerName": "B", "attributeName": "Password"}}}], "returnTo": {"type": "VARIABLE", "variableName": "a"}}';
  const write = (text: string): string =>
    `{"commandName": "logToFile", "packageName": "LogToFile", "attributes": [{"name": "logContent", "value": {"type": "STRING", "expression": "${text}"}}]}`;
  const bot = (nodes: readonly string[], variables: readonly string[]): string =>
    automationAnywhere.snippet(`{"nodes": [${nodes.join(', ')}], "variables": [${variables.join(', ')}]}`);
  const variable = (name: string, way = ''): string =>
    `{"name": "${name}", "type": "STRING", "input": ${way.startsWith('in')}, "output": ${way.endsWith('out')}}`;
  const bots = (main: readonly string[], load: readonly string[]): Files => ({
    'Automation Anywhere/Bots/Main': bot(
      main,
      ['a', 'b'].map((name) => variable(name)),
    ),
    'Automation Anywhere/Bots/Load': bot(load, [variable('sText', 'in'), variable('sResult', 'out')]),
  });

  it('reaches a sink of a sub-bot', () => {
    assert.deepEqual(crossing(bots([credential, runs('$a$', 'b')], [write('x $sText$')])), [
      'XPL-SEC-005 Automation Anywhere/Bots/Load/Load/Log to file/logContent $a$ → logContent: source $a$ in Automation Anywhere/Bots/Main, passed sText in Automation Anywhere/Bots/Main, called sText, sink logContent',
    ]);
  });

  it('comes back from a sub-bot', () => {
    const assign =
      '{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "expression": "$sText$"}}], "returnTo": {"type": "VARIABLE", "variableName": "sResult"}}';
    assert.deepEqual(crossing(bots([credential, runs('$a$', 'b'), write('$b$')], [assign])), [
      'XPL-SEC-005 Automation Anywhere/Bots/Main/Main/Log to file/logContent $a$ → logContent: source $a$, passed sText, called sText in Automation Anywhere/Bots/Load, returned sResult, sink logContent',
    ]);
  });

  it('comes back in a variable that is input and output', () => {
    const through = (nodes: readonly string[], result = 'sBoth') =>
      crossing({
        ...bots(
          [
            credential,
            runs('$a$', 'b').replaceAll('sText', 'sBoth').replaceAll('sResult', result),
            write('$b$'),
          ],
          [],
        ),
        'Automation Anywhere/Bots/Load': bot(nodes, [
          variable('sBoth', 'in-out'),
          variable('sOther', 'in-out'),
        ]),
      });
    const replace =
      '{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "string": "x"}}], "returnTo": {"type": "VARIABLE", "variableName": "sBoth"}}';
    const wait = '{"commandName": "delay", "packageName": "Delay", "attributes": []}';
    assert.deepEqual(through([wait]), [
      'XPL-SEC-005 Automation Anywhere/Bots/Main/Main/Log to file/logContent $a$ → logContent: source $a$, passed sBoth, called sBoth in Automation Anywhere/Bots/Load, returned sBoth, sink logContent',
    ]);
    assert.deepEqual(through([replace]), []);
    assert.deepEqual(through([wait], 'sOther'), []);
  });

  it('comes back to the bot that gave it alone', () => {
    const assign =
      '{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "expression": "$sText$"}}], "returnTo": {"type": "VARIABLE", "variableName": "sResult"}}';
    const other = bot([runs('x', 'b'), write('$b$')], [variable('b')]);
    const files = {
      ...bots([credential, runs('$a$', 'b')], [assign]),
      'Automation Anywhere/Bots/Other': other,
    };
    assert.deepEqual(crossing(files), []);
  });
});

describe('calls of bots that lead nowhere, back and to files', () => {
  const path = (name: string): string => `repository:///Automation%20Anywhere/Bots/${name}`;
  const runs = (file: string, inputs: Readonly<Record<string, string>>): string =>
    JSON.stringify({
      commandName: 'runTask',
      packageName: 'TaskBot',
      attributes: [
        {
          name: 'taskbot',
          value: {
            type: 'TASKBOT',
            taskbotFile: { type: 'FILE', ...(file.includes('$') ? { expression: file } : { string: file }) },
            taskbotInput: {
              type: 'DICTIONARY',
              dictionary: Object.entries(inputs).map(([key, expression]) => ({
                key,
                value: { type: 'STRING', expression },
              })),
            },
          },
        },
      ],
    });
  const command = (packageName: string, commandName: string, values: object, returnTo?: string): string =>
    JSON.stringify({
      commandName,
      packageName,
      attributes: Object.entries(values).map(([name, value]) => ({ name, value })),
      ...(returnTo !== undefined && { returnTo: { type: 'VARIABLE', variableName: returnTo } }),
    });
  const credential = command(
    'Credential',
    'credentialToString',
    {
      credential: {
        type: 'CREDENTIAL',
        credential: { name: 'A', lockerName: 'B', attributeName: 'Password' },
      },
    },
    'a',
  );
  const text = (expression: string): object => ({ type: 'STRING', expression });
  const file = (string: string): object => ({ type: 'FILE', string });
  const log = (expression: string): string =>
    command('LogToFile', 'logToFile', { logContent: text(expression) });
  const bots = (files: Readonly<Record<string, readonly string[]>>): Files =>
    Object.fromEntries(
      Object.entries(files).map(([name, nodes]) => [
        `Automation Anywhere/Bots/${name}`,
        automationAnywhere.snippet(
          `{"nodes": [${nodes.join(', ')}], "variables": ${JSON.stringify(['a', 'b', 'sText', 'sOther'].map((variable) => ({ name: variable, type: 'STRING', input: variable.startsWith('s'), output: false })))}}`,
        ),
      ]),
    );

  it('reach no other input', () => {
    const files = (input: string): Files =>
      bots({ Main: [credential, runs(path('Load'), { [input]: '$a$' })], Load: [log('$sText$')] });
    assert.equal(crossing(files('sText')).length, 1);
    assert.deepEqual(crossing(files('sOther')), []);
  });

  it('end where the name is computed, and where the bot is not there', () => {
    for (const name of ['repository:///Automation%20Anywhere/Bots/$b$', path('Absent')])
      assert.deepEqual(
        crossing(bots({ Main: [credential, runs(name, { sText: '$a$' })], Load: [log('$sText$')] })),
        [],
      );
  });

  it('end when a bot runs itself', () => {
    const files = bots({ Main: [credential, log('$sText$'), runs(path('Main'), { sText: '$a$' })] });
    assert.equal(inShort(fromFacts(files)).length, 1);
  });

  it('reach a text file that another bot reads, by its path alone', () => {
    const files = (read: string): Files =>
      bots({
        Main: [
          credential,
          command('LogToFile', 'logToFile', {
            filePath: file('file:///C:/Orders/key.txt'),
            logContent: text('$a$'),
          }),
        ],
        Load: [
          command('TextFile', 'ReadFile', { filePath: file(read) }, 'b'),
          command('MessageBox', 'messageBox', { content: text('$b$') }),
        ],
      });
    const across = (read: string): string[] =>
      inShort(fromFacts(files(read))).filter((line) => line.startsWith('XPL-SEC-011'));
    assert.equal(across('file:///c:/orders/KEY.txt').length, 1);
    assert.deepEqual(across('file:///C:/Orders/other.txt'), []);
  });
});

describe('data across desktop flows', () => {
  it('reaches a text file that another flow reads, by its path alone', () => {
    const files = (read: string): Files => ({
      'Write.txt': `@SENSITIVE: [Key]
@INPUT Key : { 'description': '', 'friendlyName': 'Key', 'value': {  }, 'mandatory': True, 'schema': { 'type': 'Text', 'isSensitive': True } }
File.WriteText File: $'''C:\\Orders\\key.txt''' TextToWrite: Key AppendNewLine: True IfFileExists: File.IfFileExists.Overwrite Encoding: File.FileEncoding.Unicode
`,
      'Read.txt': `File.ReadTextFromFile.ReadText File: $'''${read}''' Encoding: File.TextFileEncoding.UTF8 Content=> Text
Logging.LogMessage Message: Text LogLevel: Logging.LogLevel.Info
`,
    });
    const across = (read: string): string[] =>
      inShort(fromFacts(files(read))).filter((line) => line.startsWith('XPL-SEC-005'));
    assert.equal(across('c:/orders/KEY.txt').length, 1);
    assert.deepEqual(across('C:\\Orders\\other.txt'), []);
  });
});

describe('data across cloud flows', () => {
  const ID = '11111111-2222-3333-4444-555555555555';
  const vault =
    '"Get_secret": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault", "connectionName": "shared_keyvault", "operationId": "GetSecret"}, "parameters": {"secretName": "sap"}}, "runAfter": {}, "runtimeConfiguration": {"secureData": {"properties": ["inputs", "outputs"]}}}';
  const child = (text: string): string =>
    `"Run_child": {"type": "Workflow", "inputs": {"host": {"workflowReferenceName": "${ID}"}, "body": {"text": "${text}"}}, "runAfter": {"Get_secret": ["Succeeded"]}, "runtimeConfiguration": {"secureData": {"properties": ["inputs", "outputs"]}}}`;
  const mail = (body: string, after: string): string =>
    `"Send_mail": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_office365", "connectionName": "shared_office365", "operationId": "SendEmailV2"}, "parameters": {"emailMessage/To": "a@contoso.com", "emailMessage/Subject": "x", "emailMessage/Body": "${body}"}}, "runAfter": {${after}}}`;
  const flows = (main: string, called: string): Files => ({
    'customizations.xml': '<ImportExportXml></ImportExportXml>',
    'solution.xml':
      '<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName></SolutionManifest></ImportExportXml>',
    'Workflows/Main-99999999-2222-3333-4444-555555555555.json': powerAutomate.snippet(main),
    [`Workflows/Child-${ID.toUpperCase()}.json`]: called,
  });
  const called = (actions: string): string =>
    powerAutomate.snippet(
      `{"triggers": {"manual": {"type": "Request", "kind": "Button", "inputs": {"schema": {"type": "object", "properties": {"text": {"title": "Text", "type": "string"}}}}}}, "actions": {${actions}}}`,
    );

  it('reaches a sink of a child flow', () => {
    const files = flows(
      `${vault}, ${child("@{body('Get_secret')?['value']}")}`,
      called(mail("@{triggerBody()?['text']}", '')),
    );
    assert.deepEqual(crossing(files), [
      'XPL-SEC-008 Workflows/Child-11111111-2222-3333-4444-555555555555.json/Child/Send mail/inputs.parameters.emailMessage/Body Get secret → inputs.parameters.emailMessage/Body: source Get secret in Workflows/Main-99999999-2222-3333-4444-555555555555.json, passed text in Workflows/Main-99999999-2222-3333-4444-555555555555.json, called text, sink inputs.parameters.emailMessage/Body',
    ]);
  });

  const request = (action: string): string =>
    `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs": {"schema": {}}}}, "actions": {${action}}}`;
  const filter = (text: string): string =>
    `"List_orders": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline", "connectionName": "s", "operationId": "GetItems"}, "parameters": {"dataset": "https://contoso.sharepoint.com", "table": "Orders", "$filter": "Code eq '${text}'"}}, "runAfter": {}}`;
  const caller = request(child("@{triggerBody()?['code']}").replace('"Get_secret": ["Succeeded"]', ''));

  it('reaches a filter of a child flow', () => {
    assert.deepEqual(crossing(flows(caller, called(filter("@{triggerBody()?['text']}")))), [
      'PAF-SEC-010 Workflows/Child-11111111-2222-3333-4444-555555555555.json/Child/List orders/inputs.parameters.$filter trigger → inputs.parameters.$filter: source trigger in Workflows/Main-99999999-2222-3333-4444-555555555555.json, passed text in Workflows/Main-99999999-2222-3333-4444-555555555555.json, called text, sink inputs.parameters.$filter',
    ]);
  });

  it('reaches no other input, and no flow that is absent', () => {
    const [main, text] = [
      `${vault}, ${child("@{body('Get_secret')?['value']}")}`,
      "@{triggerBody()?['text']}",
    ];
    assert.deepEqual(crossing(flows(main.replace('"text": "@', '"other": "@'), called(mail(text, '')))), []);
    const absent = main.replace(ID, '99999999-0000-0000-0000-000000000000');
    assert.deepEqual(crossing(flows(absent, called(mail(text, '')))), []);
    const computed = main.replace(ID, "@{variables('flow')}");
    assert.deepEqual(crossing(flows(computed, called(mail(text, '')))), []);
  });

  it('does not reach a filter behind doubled quotation marks', () => {
    const doubled = "@{replace(triggerBody()?['text'], '''', '''''')}";
    assert.deepEqual(crossing(flows(caller, called(filter(doubled)))), []);
  });

  const trigger = (flow: string): string =>
    `https://prod-12.westeurope.logic.azure.com:443/workflows/${flow.replaceAll('-', '')}/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x`;
  const started = (text: string): string => powerAutomate.snippet(request(mail(text, '')));
  const post = (flow: string, body: string): string =>
    `"Post": {"type": "Http", "inputs": {"method": "POST", "uri": "${trigger(flow)}", "body": ${body}}, "runAfter": {"Get_secret": ["Succeeded"]}, "runtimeConfiguration": {"secureData": {"properties": ["inputs", "outputs"]}}}`;

  it('reaches a flow that a request starts, by its address and the member of its body', () => {
    const secret = "@{body('Get_secret')?['value']}";
    const across = (flow: string, body: string, text: string): string[] =>
      crossing(flows(`${vault}, ${post(flow, body)}`, started(text)));
    assert.deepEqual(across(ID, `{"key": "${secret}"}`, "@{triggerBody()?['key']}"), [
      'XPL-SEC-008 Workflows/Child-11111111-2222-3333-4444-555555555555.json/Child/Send mail/inputs.parameters.emailMessage/Body Get secret → inputs.parameters.emailMessage/Body: source Get secret in Workflows/Main-99999999-2222-3333-4444-555555555555.json, passed key in Workflows/Main-99999999-2222-3333-4444-555555555555.json, passed manual, sink inputs.parameters.emailMessage/Body',
    ]);
    assert.equal(across(ID, `{"key": "${secret}"}`, '@{triggerBody()}').length, 1);
    assert.deepEqual(across(ID, `{"key": "${secret}", "name": "x"}`, "@{triggerBody()?['name']}"), []);
    const other = '99999999-0000-0000-0000-000000000000';
    assert.deepEqual(across(other, `{"key": "${secret}"}`, "@{triggerBody()?['key']}"), []);
  });

  it('reaches a flow that a desktop flow starts, by the name before the value', () => {
    const sender = (body: string): string => `@SENSITIVE: [Key]
@INPUT Key : { 'description': '', 'friendlyName': 'Key', 'value': {  }, 'mandatory': True, 'schema': { 'type': 'Text', 'isSensitive': True } }
Web.InvokeWebService.InvokeWebService Url: $'''${trigger(ID)}''' Method: Web.Method.Post Accept: $'''application/json''' ContentType: $'''application/json''' RequestBody: $'''${body}''' ConnectionTimeout: 30 FollowRedirection: True ClearCookies: False FailOnErrorStatus: True EncodeRequestBody: False Response=> Answer
`;
    const across = (body: string, text: string): string[] =>
      inShort(
        fromFacts({
          'Main.txt': sender(body),
          [`Child-${ID.toUpperCase()}.json`]: started(text),
        }),
      ).filter((line) => line.startsWith('XPL-SEC-008'));
    const body = '{"user": "robot", "key": "%Key%"}';
    assert.equal(across(body, "@{triggerBody()?['key']}").length, 1);
    assert.equal(across(body, '@{triggerBody()}').length, 1);
    assert.deepEqual(across(body, "@{triggerBody()?['user']}"), []);
    assert.deepEqual(across('%Key%', "@{triggerBody()?['user']}"), []);
  });

  it('comes back from a child flow', () => {
    const response = (value: string): string =>
      `${vault}, "Respond": {"type": "Response", "kind": "Http", "inputs": {"statusCode": 200, "body": {"answer": "${value}"}}, "runAfter": {"Get_secret": ["Succeeded"]}}`;
    const files = flows(
      `"Run_child": {"type": "Workflow", "inputs": {"host": {"workflowReferenceName": "${ID}"}, "body": {}}, "runAfter": {}}, ${mail("@{body('Run_child')?['answer']}", '"Run_child": ["Succeeded"]')}`,
      called(response("@{body('Get_secret')?['value']}")),
    );
    assert.deepEqual(crossing(files), [
      'XPL-SEC-008 Workflows/Main-99999999-2222-3333-4444-555555555555.json/Main/Send mail/inputs.parameters.emailMessage/Body Get secret → inputs.parameters.emailMessage/Body: source Get secret in Workflows/Child-11111111-2222-3333-4444-555555555555.json, returned answer, sink inputs.parameters.emailMessage/Body',
    ]);
  });
});

describe('data across processes and objects', () => {
  const page = (id: string, name: string, inner: string): string =>
    `<subsheet subsheetid="${id}" type="Normal" published="True"><name>${name}</name></subsheet>${inner}`;
  const secret =
    '<stage stageid="p" name="Password" type="Data"><datatype>password</datatype><initialvalue/><private/></stage>';
  const text = (name: string, where = ''): string =>
    `<stage stageid="d${name}" name="${name}" type="Data">${where}<datatype>text</datatype><initialvalue/><private/></stage>`;
  const credentials =
    '<stage stageid="g" name="Get credential" type="Action"><onsuccess>c</onsuccess><resource object="Blueprism.Automate.clsCredentialsActions" action="Get"/><inputs><input type="text" name="Credentials Name" expr="&quot;SAP&quot;"/></inputs><outputs><output type="password" name="Password" stage="Password"/></outputs></stage>';
  const objectOf = (inner: string): string =>
    bluePrism.snippet(inner).replace('name="Example"', 'type="object" name="Files"');

  it('reaches a sink of an action of an object', () => {
    const files = {
      'Main.bpprocess': bluePrism.snippet(
        `<stage stageid="start" name="Start" type="Start"><onsuccess>g</onsuccess></stage>${credentials}<stage stageid="c" name="Write" type="Action"><onsuccess>end</onsuccess><resource object="Files" action="Write"/><inputs><input type="text" name="Text" expr="[Password]"/></inputs></stage>${secret}`,
      ),
      'Files.bpobject': objectOf(
        page(
          'a',
          'Write',
          `<stage stageid="as" name="Start" type="Start"><subsheetid>a</subsheetid><inputs><input type="text" name="Text" stage="Line"/></inputs><onsuccess>w</onsuccess></stage><stage stageid="w" name="Append" type="Action"><subsheetid>a</subsheetid><onsuccess>ae</onsuccess><resource object="Utility - File Management" action="Append to Text File"/><inputs><input type="text" name="Text" expr="[Line]"/></inputs></stage><stage stageid="ae" name="End" type="End"><subsheetid>a</subsheetid></stage>${text('Line', '<subsheetid>a</subsheetid>')}`,
        ),
      ),
    };
    assert.deepEqual(crossing(files), [
      'XPL-SEC-009 Files.bpobject/Files/Write/Append/inputs.Text [Password] → inputs.Text: source [Password] in Main.bpprocess, passed Text in Main.bpprocess, called Text, sink inputs.Text',
    ]);
  });

  const uses = (
    id: string,
    next: string,
    [object, action]: readonly [object: string, action: string],
    [inputs, outputs = {}]: readonly Readonly<Record<string, string>>[],
  ): string =>
    `<stage stageid="${id}" name="${id}" type="Action"><loginhibit /><onsuccess>${next}</onsuccess><resource object="${object}" action="${action}"/><inputs>${Object.entries(
      inputs!,
    )
      .map(([name, expr]) => `<input type="text" name="${name}" expr="${expr}"/>`)
      .join('')}</inputs><outputs>${Object.entries(outputs)
      .map(([name, to]) => `<output type="collection" name="${name}" stage="${to}"/>`)
      .join('')}</outputs></stage>`;
  const process = (name: string, ...stages: readonly string[]): string =>
    bluePrism.snippet(stages.join('')).replace('name="Example"', `name="${name}"`);
  const filled = (...stages: readonly string[]): string =>
    process(
      'Fill',
      credentials,
      '<stage stageid="c" name="Keep" type="Calculation"><loginhibit /><onsuccess>add</onsuccess><calculation expression="[Password]" stage="Line"/></stage>',
      ...stages,
      secret,
      text('Line'),
    );
  const QUEUES = 'Blueprism.Automate.clsWorkQueuesActions';
  const FILES = 'Utility - File Management';

  it('reaches the process that takes the items of a queue, and of no other one', () => {
    const files = (queue: string): Files => ({
      'Fill.bpprocess': filled(
        uses(
          'add',
          'end',
          [QUEUES, 'Add To Queue'],
          [{ 'Queue Name': '&quot;Orders&quot;', Data: '[Line]' }],
        ),
      ),
      'Empty.bpprocess': process(
        'Empty',
        uses(
          'take',
          'w',
          [QUEUES, 'Get Next Item'],
          [{ 'Queue Name': `&quot;${queue}&quot;` }, { Data: 'Item' }],
        ),
        uses('w', 'end', [FILES, 'Append to Text File'], [{ Text: '[Item.Key]' }]),
        '<stage stageid="i" name="Item" type="Collection"><collectioninfo><field name="Key" type="text"/></collectioninfo><private/></stage>',
      ),
    });
    const across = (queue: string): string[] =>
      inShort(fromFacts(files(queue))).filter((line) => line.includes('Empty.bpprocess/'));
    assert.equal(across('orders').length, 1);
    assert.deepEqual(across('Invoices'), []);
  });

  it('ends where the object is not there', () => {
    const call = uses('add', 'end', ['Absent', 'Write'], [{ Text: '[Line]' }]);
    assert.deepEqual(crossing({ 'Fill.bpprocess': filled(call), 'Other.bpprocess': process('Other') }), []);
  });

  it('follows each member of a dictionary, however many it has', () => {
    const type = 'scg:Dictionary(x:String, x:String)';
    const count = 12;
    const fill = Array.from({ length: count }, (_, n) => password(`map(&quot;k${n}&quot;)`)).join('');
    const found = crossing({
      'project.json': PROJECT,
      'Main.xaml': uipath.snippet(
        `<Variable x:TypeArguments="${type}" Name="map" />` +
          '<Variable x:TypeArguments="s:SecureString" Name="secured" />' +
          `${fill}<ui:InvokeWorkflowFile DisplayName="Run" WorkflowFileName="Write.xaml"><ui:InvokeWorkflowFile.Arguments><InArgument x:TypeArguments="${type}" x:Key="in_Map">[map]</InArgument></ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>`,
      ),
      'Write.xaml': uipath.snippet(
        `${argument('in_Map', 'In', type)}<ui:LogMessage DisplayName="Log" Message="[in_Map(&quot;k${count - 1}&quot;)]" />`,
      ),
    });
    assert.equal(found.length, 1);
    assert.match(found[0]!, /^XPL-SEC-005 /);
  });
});
