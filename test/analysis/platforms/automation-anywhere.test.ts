/** Automation Anywhere task bots: what is recognised, what they become, and where things stand. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { nameChain } from '../../../src/analysis/model/navigate.ts';
import { automationAnywhere } from '../../../src/analysis/platforms/automation-anywhere/index.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { AppError } from '../../../src/errors.ts';
import { activityOf } from '../../support/files/activities.ts';
import { FIXTURE, read, readFixture, readSnippet, readText } from '../../support/files/task-bot.ts';

const COMMAND = { uid: 'n', commandName: 'delay', packageName: 'Delay' };

function recognise(content: unknown, name = 'Bot'): string | undefined {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return automationAnywhere.recognise(openFile(name, Buffer.from(text)));
}

const bot = readFixture();

describe('recognition', () => {
  const bots: readonly (readonly [string, unknown])[] = [
    ['a bot with all members', JSON.parse(readFileSync(FIXTURE, 'utf8'))],
    ['a bot without triggers and properties', { nodes: [COMMAND], variables: [], packages: [] }],
    ['a bot without commands', { triggers: [], nodes: [], variables: [], breakpoints: [], packages: [] }],
    ['an answer of the Control Room', { status: 200, packages: [], sample: [COMMAND] }],
    ['a bot whose first entry is damaged', { nodes: [null, COMMAND], variables: [], packages: [] }],
  ];
  for (const [what, content] of bots) {
    it(`knows ${what}`, () => assert.equal(recognise(content), 'automation-anywhere-bot'));
  }

  const others: readonly (readonly [string, unknown])[] = [
    [
      'an n8n workflow',
      { name: 'x', nodes: [{ id: '1', type: 'n8n-nodes-base.set', parameters: {} }], connections: {} },
    ],
    ['an empty n8n workflow', { name: 'x', nodes: [], connections: {}, settings: {} }],
    ['a graph', { nodes: [{ id: 1 }], edges: [] }],
    ['commands without the package', { nodes: [{ uid: 'n', commandName: 'delay' }] }],
    ['commands without ids', { nodes: [{ commandName: 'delay', packageName: 'Delay' }] }],
    [
      'an export manifest',
      { files: [{ path: 'Automation Anywhere\\Bots\\X' }], packages: [{ name: 'Delay', version: '1' }] },
    ],
    [
      'dependencies',
      { path: 'Automation Anywhere\\Bots\\X', manualDependencies: [], scannedDependencies: [] },
    ],
    ['a flow', { properties: { definition: { triggers: {}, actions: {} } }, schemaVersion: '1.0.0.0' }],
    ['a list of commands', [COMMAND]],
    ['nodes that are no list', { nodes: { 0: COMMAND }, variables: [], packages: [] }],
    ['packages of another kind', { nodes: [], variables: [], packages: [{ path: 'a.jar' }] }],
    ['a text', '"nodes"'],
    [
      'a process, which runs bots',
      {
        nodes: [
          { uid: 'a', commandName: 'InitialStep', packageName: 'HBCWorkflow' },
          { uid: 'b', commandName: 'BotStep', packageName: 'HBCWorkflow' },
        ],
        variables: [{ type: 'STRING' }],
        packages: [{ name: 'HBCWorkflow', version: '1.0.0' }],
      },
    ],
  ];
  for (const [what, content] of others)
    it(`leaves ${what} alone`, () => assert.equal(recognise(content), undefined));

  it('leaves XML alone', () => assert.equal(recognise('<process/>'), undefined));
  it('says where damaged JSON breaks', () => {
    assert.throws(
      () => recognise('{"nodes":[{"commandName":"de'),
      (error) => error instanceof AppError && error.code === 'unparsable_file',
    );
  });
});

describe('names of bots', () => {
  const names = [
    ['Send mail', 'Send mail'],
    ['content.json', 'content'],
    ['Send mail v1.2', 'Send mail v1.2'],
  ] as const;
  for (const [file, name] of names) {
    it(`"${file}" is called "${name}"`, () => {
      assert.equal(readText(automationAnywhere.snippet(JSON.stringify(COMMAND)), file).name, name);
    });
  }
});

describe('structure', () => {
  it('lists commands and branches in the order of the editor, with its line numbers', () => {
    const lines = bot.activities.map(
      ({ editorLine, parent, slot, type, role }) =>
        `${editorLine ?? '-'} ${parent < 0 ? '' : bot.activities[parent]!.id}/${slot} ${type} ${role}`,
    );
    assert.deepEqual(lines, [
      '- /triggers FileFolderTrigger/FileFolderTrigger trigger',
      '1 / Comment/Comment comment',
      '2 / Step/step sequence',
      '3 n2/children Database/connect database',
      '4 n2/children SharePoint/Authentication file',
      '5 / ErrorHandler/try try',
      '6 n5/children Loop/loop.commands.start loop',
      '7 n6/children If/if branch',
      '8 n7/children TaskBot/runTask invoke',
      '9 n7/branches If/elseIf branch',
      '10 n9/children Loop/loop.commands.break other',
      '11 n9/children LogToFile/logVariablesToFile log',
      '12 n7/branches If/else sequence',
      '13 n12/children Delay/delay delay',
      '14 n5/children Recorder/capture ui',
      '15 n5/children Coffee Machine/brew other',
      '16 n5/branches ErrorHandler/catch catch',
      '17 n16/children ErrorHandler/throw throw',
      '18 n5/branches ErrorHandler/finally finally',
      '19 / TaskBot/stopTask terminate',
    ]);
    assert.deepEqual(bot.unread, []);
  });
  it('gives names that people know from the editor', () => {
    assert.deepEqual(nameChain(bot, activityOf(bot, 'n8').index), [
      'Try',
      'Loop',
      'If',
      'Task Bot: Run Book entry',
    ]);
    assert.deepEqual(nameChain(bot, activityOf(bot, 'n3').index), ['Get the lists', 'Database: connect']);
    assert.equal(activityOf(bot, 'n11').name, 'Log to file: log variables to file');
    assert.equal(activityOf(bot, 'n15').name, 'Coffee machine: brew');
  });
  it('marks what is switched off, with all that stands inside it', () => {
    const off = bot.activities.filter(({ enabled }) => !enabled).map(({ id }) => id);
    assert.deepEqual(off, ['n4', 'n12', 'n13']);
  });
  it('reads the facts of the file', () => {
    assert.deepEqual(Object.fromEntries(bot.settings), {
      botCodeVersion: '4',
      timeout: '0s',
      improvedNumberSupport: 'true',
      'packages.Database': '4.12.2',
      'packages.Loop': '3.6.0',
      breakpoints: '1',
      migrationJournalReviewIds: '0',
      triggers: '1',
    });
    assert.equal(bot.artifactKey, 'Reconcile accounts');
  });
});

describe('locations', () => {
  const text = readFileSync(FIXTURE, 'utf8');
  const variants: readonly (readonly [string, Buffer])[] = [
    ['as it is', Buffer.from(text)],
    ['with a byte-order mark and CRLF', Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`)],
    ['on one line', Buffer.from(JSON.stringify(JSON.parse(text)))],
    ['as UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ];
  for (const [what, bytes] of variants) {
    it(`resolve ${what}`, () => {
      const workflow = read(bytes);
      const plain = new TextDecoder(what === 'as UTF-16' ? 'utf-16le' : 'utf-8').decode(bytes);
      const document: unknown = JSON.parse(plain);
      const lines = plain.split(/\r?\n/);
      const resolve = (pointer: string): unknown =>
        pointer
          .split('/')
          .slice(1)
          .reduce<unknown>(
            (at, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
            document,
          );
      for (const activity of workflow.activities) {
        assert.equal((resolve(workflow.source.path(activity.at)) as { uid: string }).uid, activity.id);
        const { line, column } = workflow.source.lineAndColumn(activity.at);
        assert.equal(lines[line - 1]![column - 1], '{');
      }
      for (const { at, text: source } of workflow.expressions) {
        const value = resolve(workflow.source.path(at));
        assert.ok(value === source || `$${value}$` === source || typeof value === 'object', source);
      }
    });
  }
  it('count columns in UTF-16 units behind characters of several bytes', () => {
    const line =
      '{"nodes":[{"x":"Größe 😀","uid":"n","commandName":"c","packageName":"P"}],"variables":[{"name":"v"}]}';
    const workflow = readText(line);
    const [variable] = workflow.variables;
    assert.deepEqual(workflow.source.lineAndColumn(variable!.at), {
      line: 1,
      column: line.indexOf('{"name"') + 1,
    });
  });
});

describe('snippets', () => {
  it('wraps commands, members of a bot and whole bots', () => {
    assert.equal(readSnippet(`${JSON.stringify(COMMAND)}, ${JSON.stringify(COMMAND)}`).activities.length, 2);
    assert.equal(readSnippet('"variables": [ { "name": "v" } ]').variables.length, 1);
    const whole = JSON.stringify({ nodes: [COMMAND], variables: [], packages: [] });
    assert.equal(automationAnywhere.snippet(whole), whole);
  });
  it('repeats a command as often as it says', () => {
    assert.equal(readSnippet('{ "commandName": "a", "packageName": "P", "times": 3 }').activities.length, 3);
  });
});
