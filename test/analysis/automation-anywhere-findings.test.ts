/** Severities and sentences of A360 findings that depend on the case at hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { onlyFinding } from '../support/analysis/only-finding.ts';
import { exampleMembers } from '../support/files/example-file.ts';
import { examplesOf } from '../support/files/rule-examples.ts';
import { zip } from '../support/files/zip.ts';

const findingOf = (ruleId: string, example: string, filename?: string): readonly [string, string] =>
  onlyFinding('automation-anywhere', ruleId, example, filename);

const value = (name: string, text: string, kind = 'string'): string =>
  `{ "name": "${name}", "value": { "type": "STRING", "${kind}": ${JSON.stringify(text)} } }`;
const command = (type: string, ...attributes: readonly string[]): string => {
  const [packageName, commandName] = type.split('/');
  return `{ "commandName": "${commandName}", "packageName": "${packageName}", "attributes": [ ${attributes.join(', ')} ] }`;
};
const attempt = (inside: string, handler = ''): string =>
  `{ "commandName": "try", "packageName": "ErrorHandler", "children": [ ${inside} ],
  "branches": [ { "commandName": "catch", "packageName": "ErrorHandler", "children": [ ${handler} ] } ] }`;

/** Reads a field of a page, and an If that decides by it. */
const PROBE = command('Recorder/capture', value('textboxAction', 'GETPROPERTY')).replace(
  /}$/,
  ', "returnTo": { "type": "VARIABLE", "variableName": "sFound" } }',
);
const TEST = command('If/if', value('condition', '$sFound$', 'expression'));
const bot = (nodes: string): string =>
  `"nodes": [ ${nodes} ], "variables": [ { "name": "sFound", "type": "STRING" }, { "name": "wAlert", "type": "WINDOW", "defaultValue": { "type": "WINDOW", "window": { "name": "Microsoft Excel", "class": "#32770" } } } ]`;

describe('AAB-REL-008', () => {
  const box = command('MessageBox/messageBox', value('content', 'Done'));
  const form = command('Forms/uiFormDisplay', value('formVar', 'fAsk'));
  const work = Array.from({ length: 12 }, () => command('Email/sendMail')).join(', ');
  it('is high in a bot that works, and low in one that only reads and shows', () => {
    assert.equal(findingOf('AAB-REL-008', `${work}, ${box}`)[0], 'high');
    assert.equal(findingOf('AAB-REL-008', `${command('CsvTxt/OpenCSVTXT')}, ${box}`)[0], 'low');
  });
  it('is medium for a form, which leads a person through the work', () =>
    assert.equal(findingOf('AAB-REL-008', `${work}, ${form}`)[0], 'medium'));
  it('is medium in a bot of a few commands', () =>
    assert.equal(findingOf('AAB-REL-008', `${command('Email/sendMail')}, ${box}`)[0], 'medium'));
  it('is medium where an If on an input shows it to the person who starts the bot', () => {
    const guard = `{ "commandName": "if", "packageName": "If", "attributes": [ ${value('condition', '$sIn$', 'expression')} ], "children": [ ${box} ] }`;
    const variable = (input: boolean): string =>
      `"nodes": [ ${work}, ${guard}, ${input ? '' : `${command('String/assign').replace(/}$/, ', "returnTo": { "type": "VARIABLE", "variableName": "sIn" } }')}, `}${box.replace('{', '{ "disabled": true,')} ], "variables": [ { "name": "sIn", "type": "STRING", "input": ${input} } ]`;
    assert.equal(findingOf('AAB-REL-008', variable(true))[0], 'medium');
    assert.equal(findingOf('AAB-REL-008', variable(false))[0], 'high');
  });
  it('is medium in a bot whose name says that it is a test', () => {
    assert.equal(findingOf('AAB-REL-008', `${work}, ${box}`, 'LoginTest.json')[0], 'medium');
    assert.equal(findingOf('AAB-REL-008', `${work}, ${box}`, 'Latest Orders.json')[0], 'high');
  });
});

describe('AAB-REL-010', () => {
  const loop = (inside: string): string =>
    `{ "commandName": "loop.commands.start", "packageName": "Loop", "attributes": [ { "name": "iterator", "value": { "type": "ITERATOR", "iteratorName": "loop.iterators.forever" } } ], "children": [ ${inside} ] }`;
  it('is low in a bot that changes nothing', () => {
    assert.equal(findingOf('AAB-REL-010', loop(command('Delay/delay')))[0], 'low');
    assert.equal(findingOf('AAB-REL-010', loop(command('Recorder/capture')))[0], 'high');
  });
});

describe('AAB-REL-012', () => {
  const project = (load: string): string =>
    `-- Automation Anywhere/Bots/Load --
{"nodes":[${load}],"variables":[{"name":"sUnit","type":"STRING","input":true,"output":false,"defaultValue":{"type":"STRING","string":"EUR"}},{"name":"sYear","type":"STRING"}]}
-- Automation Anywhere/Bots/Main --
{"commandName":"runTask","packageName":"TaskBot","attributes":[{"name":"taskbot","value":{"type":"TASKBOT","taskbotFile":{"type":"FILE","string":"repository:///Automation%20Anywhere/Bots/Load"},"taskbotInput":{"type":"DICTIONARY","dictionary":[{"key":"sYear","value":{"type":"STRING","string":"2024"}}]}}}]}`;
  it('is low for a value that the called bot does not know, and high for one that it works with', () => {
    assert.equal(findingOf('AAB-REL-012', project(command('Delay/delay')))[0], 'low');
    const uses = command('LogToFile/logToFile', value('logContent', '$sYear$', 'expression'));
    assert.equal(findingOf('AAB-REL-012', project(uses))[0], 'high');
    // Also of a bot without any input.
    assert.equal(findingOf('AAB-REL-012', project(uses).replace('"input":true', '"input":false'))[0], 'high');
  });
});

describe('AAB-SEC-007', () => {
  const mail = (...settings: readonly string[]): string =>
    command(
      'Email/sendMail',
      '{ "name": "useSecureConnection", "value": { "type": "BOOLEAN", "boolean": false } }',
      ...settings,
    );
  it('is medium where no password travels', () => {
    assert.equal(findingOf('AAB-SEC-007', mail())[0], 'high');
    const anonymous =
      '{ "name": "requiresAuthentication", "value": { "type": "BOOLEAN", "boolean": false } }';
    assert.equal(findingOf('AAB-SEC-007', mail(anonymous))[0], 'medium');
    assert.equal(findingOf('AAB-SEC-007', mail(value('port', '993')))[0], 'medium');
  });
});

describe('AAB-SEC-004', () => {
  const input = (name: string): string =>
    `"nodes": [ ${command('Rest/restGet', value('headers', `$${name}$`, 'expression'))} ], "variables": [ { "name": "${name}", "type": "STRING", "input": true } ]`;
  it('is medium for a token of a session', () => {
    assert.equal(findingOf('AAB-SEC-004', input('sAccessToken'))[0], 'medium');
    assert.equal(findingOf('AAB-SEC-004', input('sPassword'))[0], 'high');
  });
});

describe('AAB-REL-002', () => {
  const cases: readonly [string, string, string][] = [
    ['a picture', command('Screen/captureDesktop'), 'low'],
    ['a log line', command('LogToFile/logToFile'), 'low'],
    ['an old file', command('File/deleteFiles', value('filePath', '$sOld$', 'expression')), 'low'],
    [
      'the place of the active cell',
      `${command('Excel_MS/GetSingleColumnName')}, ${command('Excel_MS/GetSingleRowNumber')}`,
      'low',
    ],
    ['a window that is closed', command('Window/closeWindow'), 'low'],
    ['a book that is closed', command('Excel_MS/CloseSpreadsheet', value('isSave', 'false')), 'low'],
    ['a book that is saved', command('Excel_MS/CloseSpreadsheet', value('isSave', 'true')), 'high'],
    ['a mail', command('Email/sendMail'), 'high'],
    [
      'a key in a dialog that may not be there',
      command(
        'Keystrokes/Keystrokes',
        value('stringToType', '[ENTER]'),
        value('windowValue', '$wAlert$', 'expression'),
      ),
      'low',
    ],
    [
      'a text in a dialog',
      command(
        'Keystrokes/Keystrokes',
        value('stringToType', 'yes'),
        value('windowValue', '$wAlert$', 'expression'),
      ),
      'high',
    ],
    ['a look at a field that an If tests behind it', PROBE, 'low'],
    ['a picture and a click', `${command('Screen/captureDesktop')}, ${command('Recorder/capture')}`, 'high'],
    [
      'another bot in an If',
      `{ "commandName": "if", "packageName": "If", "children": [ ${command('TaskBot/runTask')} ] }`,
      'high',
    ],
  ];
  for (const [what, inside, severity] of cases)
    it(`is ${severity} around ${what}`, () =>
      assert.equal(findingOf('AAB-REL-002', bot(`${attempt(inside)}, ${TEST}`))[0], severity));
  it('is high where a look stands in a loop, as its variable may have an old value', () => {
    const loop = `{ "commandName": "loop.commands.start", "packageName": "Loop", "children": [ ${attempt(PROBE)}, ${TEST} ] }`;
    assert.equal(findingOf('AAB-REL-002', bot(loop))[0], 'high');
  });
});

describe('AAB-REL-003', () => {
  it('is low where the Try only tidies up', () => {
    const quiet = command('Delay/delay');
    assert.equal(findingOf('AAB-REL-003', attempt(command('File/deleteFiles'), quiet))[0], 'low');
    assert.equal(findingOf('AAB-REL-003', attempt(command('Rest/get'), quiet))[0], 'medium');
  });
});

describe('AAB-SEC-009', () => {
  const query = (text: string): string => command('Database/sqlQuery', value('query', text, 'expression'));
  const assigned = (text: string): string =>
    command('String/assign', value('sourceString', text, 'expression')).replace(
      /}$/,
      ', "returnTo": { "type": "VARIABLE", "variableName": "sSql" } }',
    );
  it('is medium where all variables are names, and gives advice that can be followed', () => {
    const [severity, description] = findingOf(
      'AAB-SEC-009',
      query('SELECT [Id] FROM [$sSheet$] ORDER BY $sColumn$'),
    );
    assert.equal(severity, 'medium');
    assert.match(description, /"sSheet", "sColumn" in as the name of a table.*list of the allowed names/);
  });
  it('is high where one of them is a value, and names this one', () => {
    const [severity, description] = findingOf(
      'AAB-SEC-009',
      query("SELECT * FROM $sTable$ WHERE id = '$sId$'"),
    );
    assert.equal(severity, 'high');
    assert.match(description, /uses "sId" as part of its SQL text/);
  });
  it('is low on a workbook, which is no server', () => {
    const connect = (address: string): string =>
      command('Database/connect', value('session', 'Book'), value('connectionURL', address, 'expression'));
    const read = command(
      'Database/sqlQuery',
      value('session', 'book'),
      value('query', "SELECT * FROM [A$] WHERE id = '$sId$'", 'expression'),
    );
    const workbook = connect(
      'Provider=Microsoft.ACE.OLEDB.12.0;Data Source=$sFile$;Extended Properties="Excel 12.0 Xml;HDR=YES";',
    );
    assert.equal(findingOf('AAB-SEC-009', `${workbook}, ${read}`)[0], 'low');
    assert.equal(
      findingOf('AAB-SEC-009', `${connect('jdbc:sqlserver://db1;databaseName=Orders')}, ${read}`)[0],
      'high',
    );
  });
  it('knows the place in a statement that other commands put together', () => {
    const run = query('$sSql$');
    assert.equal(findingOf('AAB-SEC-009', `${assigned('SELECT * FROM [$sSheet$]')}, ${run}`)[0], 'medium');
    const added = `${assigned('SELECT * FROM ')}, ${assigned('$sSql$$sTable$')}, ${run}`;
    assert.equal(findingOf('AAB-SEC-009', added)[0], 'medium');
    const filtered = `${assigned('SELECT * FROM [$sSheet$]')}, ${assigned("$sSql$ WHERE a = '$sId$'")}, ${run}`;
    assert.equal(findingOf('AAB-SEC-009', filtered)[0], 'high');
  });
});

describe('XPL-REL-003', () => {
  const clear = (text: string): string =>
    command('Database/insertUpdateDelete', value('query', text, 'expression'));
  it('is medium for a table whose name is set at run time, as of a staging table', () => {
    for (const text of [
      'DELETE FROM $sStaging$',
      "UPDATE [$sSheet$] SET state = ''",
      'TRUNCATE TABLE work_$sUnit$',
    ])
      assert.equal(findingOf('XPL-REL-003', clear(text))[0], 'medium');
  });
  it('is high for a table of this name', () => {
    assert.equal(findingOf('XPL-REL-003', clear('DELETE FROM orders'))[0], 'high');
    assert.equal(findingOf('XPL-REL-003', clear("UPDATE orders SET state = '$sState$'"))[0], 'high');
  });
});

describe('AAB-SEC-010', () => {
  const script = (name: string, text: string): string =>
    command('VBScript/vbscript.commands.openScript', value(name, text, 'expression'));
  it('is medium for the name of a file, and high for code', () => {
    assert.equal(findingOf('AAB-SEC-010', script('file', 'file://D:\\Bots\\$sScript$.vbs'))[0], 'medium');
    assert.equal(findingOf('AAB-SEC-010', script('script', 'x = "$sValue$"'))[0], 'high');
  });
});

describe('AAB-SEC-013', () => {
  const keys = (text: string, kind = 'string'): string =>
    command('Keystrokes/keystrokes', value('stringToType', text, kind));
  it('is critical where the password stands in the bot', () => {
    const [severity, description] = findingOf('AAB-SEC-013', keys('bot01[TAB]Nordwind-71[ENTER]'));
    assert.equal(severity, 'critical');
    assert.doesNotMatch(description, /Nordwind-71/);
  });
  it('is high where a variable has it', () =>
    assert.equal(findingOf('AAB-SEC-013', keys('$sUser$[TAB]$sPassword$[ENTER]', 'expression'))[0], 'high'));
});

describe('AAB-SEC-014', () => {
  const field = (text: string, kind = 'string'): string =>
    command(
      'Recorder/capture',
      '{ "name": "uiObject", "value": { "type": "UIOBJECT", "uiObject": { "controlType": "PASSWORDTEXT" } } }',
      value('passwordtextAction', 'SETTEXT'),
      value('value', text, kind),
    );
  it('is critical where the password stands in the bot', () => {
    const [severity, description] = findingOf('AAB-SEC-014', field('Nordwind-71[ENTER]'));
    assert.equal(severity, 'critical');
    assert.doesNotMatch(description, /Nordwind-71/);
  });
  it('is high where a variable has it', () =>
    assert.equal(findingOf('AAB-SEC-014', field('$sAccess$', 'expression'))[0], 'high'));
});

describe('AAB-CFG-001', () => {
  const open = (path: string): string =>
    `{ "commandName": "OpenCSVTXT", "packageName": "CsvTxt", "attributes": [ { "name": "filePath", "value": { "type": "FILE", "string": "${path}" } } ] }`;
  it('has words of its own for a share', () =>
    assert.match(
      findingOf('AAB-CFG-001', open('file:////nw-files/finance/list.csv'))[1],
      /a share of one environment/,
    ));
  it('shows a path as people write it', () => {
    const [, description] = findingOf(
      'AAB-CFG-001',
      open('file:///C:/Users/berger/%E6%A5%AD%E5%8B%99/a%DATE%.csv'),
    );
    assert.match(description, /C:\\Users\\berger\\業務\\a%DATE%\.csv/);
  });
});

describe('AAB-SUP-003', () => {
  it('compares versions of packages with very long names', () => {
    const rule = RULES.find(({ id }) => id === 'AAB-SUP-003')!;
    const members = exampleMembers('automation-anywhere', examplesOf(rule)['automation-anywhere']!.bad[0]!);
    const long = members.map(({ name, content }) => ({
      name,
      content: Buffer.from(content)
        .toString()
        .replace(/("packages": *\[ *\{ *"name": *")\w+/, `$1${'a'.repeat(5_000)}`),
    }));
    const report = createEngine([rule]).validate({
      ...{ bytes: zip(long), filename: 'Export.zip', platform: undefined },
      ...{ ruleset: 'default', findingsMax: 10 },
    });
    assert.ok(long.some(({ content }) => content.includes('aaaa')));
    assert.deepEqual(report.ruleErrors, []);
    assert.equal(report.findings.length, 1);
  });
});
