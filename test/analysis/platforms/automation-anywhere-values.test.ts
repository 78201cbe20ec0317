/** Automation Anywhere task bots: their settings, variables and calls in the normal form, also of damaged ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textSyntax } from '../../../src/analysis/platforms/automation-anywhere/expressions/syntax.ts';
import { automationAnywhere } from '../../../src/analysis/platforms/automation-anywhere/index.ts';
import { Key, keysOf } from '../../../src/analysis/platforms/automation-anywhere/keys.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readJson } from '../../../src/analysis/platforms/json/reader.ts';
import { AppError } from '../../../src/errors.ts';
import { activityOf, linesOf } from '../../support/files/activities.ts';
import { read, readFixture, readSnippet, readText } from '../../support/files/task-bot.ts';
import { processorMs } from '../../support/processor-time.ts';

const bot = readFixture();

describe('keys', () => {
  const numbersOf = (keys: readonly string[]): number[] => {
    const members = keys.map((key) => `${key}:0`).join();
    return [...keysOf(readJson(Buffer.from(`{${members}}`)))].slice(1);
  };
  it('are known by their bytes, with and without escapes', () => {
    const keys = Object.keys(Key);
    const escaped = keys.map((key) => `"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}"`);
    assert.deepEqual(numbersOf(keys.map((key) => `"${key}"`)), Object.values(Key));
    assert.deepEqual(numbersOf(escaped), Object.values(Key));
  });
  it('are others when they only look like them', () => {
    const alike = Object.keys(Key).map((key) => `"${key[0]}${'-'.repeat(key.length - 2)}${key.at(-1)}"`);
    assert.deepEqual(new Set(numbersOf([...alike, '""', `"type${' '.repeat(300)}"`])), new Set([Key.other]));
  });
});

describe('properties', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'n3',
      'credentials, numbers as text, arithmetic, sessions',
      [
        'auth.type = CREDENTIAL',
        'auth.credential.name = Ledger',
        'auth.credential.lockerName = Finance',
        'auth.credential.attributeName = Password',
        'timeout = 30',
        'retries = ƒ$nTries$ + 1',
        'session = Ledger',
        'returnTo ← Ledger',
        'returnTo.sessionTarget ← LOCAL',
      ],
    ],
    [
      'n6',
      'iterators',
      [
        'anchor = Rows',
        'iterator.iteratorName = loop.iterators.times',
        'iterator.packageName = Loop',
        'iterator.times = 3',
        'iterator.returnTo ← ƒ$nRow$',
      ],
    ],
    [
      'n7',
      'chains of conditions',
      [
        'condition.conditionalName = stringVariable',
        'condition.packageName = String',
        'condition.variable = ƒ$dRow{State}$',
        'condition.operator = EQ',
        'condition.value = open',
        'condition.operatorAttribute.conditionalName = numberVariable',
        'condition.operatorAttribute.packageName = Number',
        'condition.operatorAttribute.variable = ƒ$nRow$',
      ],
    ],
    ['n11', 'lists of variables', ['variables.0 = ƒ$sstate$', 'variables.1 = ƒ$nrow$']],
    [
      'n14',
      'recorded objects without their blob and with the criteria that match',
      [
        'uiObject.controlType = TEXTBOX',
        'uiObject.isElevated = false',
        'uiObject.capture.screenshotPath = metadata/1.png',
        'uiObject.criteria.Name = Amount',
        'uiObject.uiObjectWindow = ƒ$wMain$',
        'value = ƒcosts $5 or $sState$',
      ],
    ],
    ['n16', 'what a catch stores', ['continueOnError = false', 'returns.errorMessage ← ƒ$sError$']],
  ];
  for (const [id, what, lines] of cases) {
    it(`shows ${what}`, () => assert.deepEqual([...linesOf(activityOf(bot, id))].sort(), [...lines].sort()));
  }
  it('reads a literal with dollar signs that names no variable of the bot', () => {
    const { activities } = readSnippet(
      `{ "commandName": "assign", "packageName": "String", "attributes": [
        { "name": "sourceString", "value": { "type": "STRING", "string": "Pa$sw0$rd" } } ] }`,
    );
    assert.deepEqual(linesOf(activities[0]!), ['sourceString = Pa$sw0$rd']);
  });
  it('collects every expression, also of switched-off criteria', () => {
    const mentioned = new Set(bot.expressions.flatMap(({ mentions }) => mentions));
    for (const key of ['iinbox', 'ntries', 'nrow', 'drow', 'sstate', 'spath', 'wmain', 'serror']) {
      assert.ok(mentioned.has(key), key);
    }
    assert.ok(!mentioned.has('sunused'), 'a comment mentions nothing');
  });
  it('makes comments and descriptions notes', () => {
    assert.deepEqual(
      bot.notes.map(({ kind, name, text, owner }) => [kind, name, text, owner]),
      [
        ['annotation', 'iInbox', "Folder of the bank's files", -1],
        ['comment', 'comment', 'Größe of $sUnused$', 1],
      ],
    );
  });
  it('lists the connections of the Control Room', () => {
    assert.deepEqual(
      bot.connections.map(({ name, connector, fixed, owner }) => [name, connector, fixed, owner]),
      [['TeamSites', 'SharePoint', false, activityOf(bot, 'n4').index]],
    );
  });
});

describe('variables and arguments', () => {
  it('distinguishes variables from inputs and outputs', () => {
    assert.deepEqual(
      bot.arguments.map(({ name, key, type, direction }) => [name, key, type, direction]),
      [
        ['iInbox', 'iinbox', 'FILE', 'in'],
        ['sState', 'sstate', 'STRING', 'in-out'],
        ['oCount', 'ocount', 'NUMBER', 'out'],
      ],
    );
    assert.deepEqual(
      bot.variables.map(({ name, type, secure }) => [name, type, secure]),
      [
        ['cLedger', 'CREDENTIAL', true],
        ['dRow', 'DICTIONARY', false],
        ['wMain', '', false],
      ],
    );
  });
  it('reads defaults of every shape', () => {
    const all = [...bot.arguments, ...bot.variables];
    const texts = Object.fromEntries(all.map(({ name, default: value }) => [name, value?.text]));
    assert.deepEqual(texts, {
      iInbox: 'file:///C:/Inbox',
      sState: undefined,
      oCount: '0',
      cLedger: 'Finance/Ledger/Password',
      dRow: 'State: new\nRow: 1',
      wMain: undefined,
    });
    const locker = bot.variables[0]!.default!.expression!;
    assert.deepEqual(
      [locker.literal, locker.mentions],
      [undefined, []],
      'a locker is neither text nor variable',
    );
  });
});

describe('values that carry every member', () => {
  const EMPTY = {
    boolean: '',
    conditionalName: '',
    dictionary: [],
    expression: '',
    list: null,
    number: '',
    properties: {},
    string: '',
    taskbotSelf: false,
    variableName: '',
  };
  const cases: readonly (readonly [what: string, value: object, lines: readonly string[]])[] = [
    ['a text', { type: 'STRING', string: 'Ledger' }, ['a = Ledger']],
    ['an empty text', { type: 'STRING' }, ['a = ']],
    ['an expression', { type: 'STRING', expression: '$sName$' }, ['a = ƒ$sName$']],
    ['a number', { type: 'NUMBER', number: '7' }, ['a = 7']],
    ['a boolean', { type: 'BOOLEAN', boolean: 'true' }, ['a = true']],
    ['a variable', { type: 'VARIABLE', variableName: 'sName' }, ['a = ƒ$sName$']],
    ['a list', { type: 'LIST', list: [{ type: 'STRING', string: 'x' }] }, ['a.0 = x']],
    ['a value without a type', { type: '', string: 'x' }, ['a = x']],
  ];
  for (const [what, value, lines] of cases) {
    it(`are read as ${what} by their type`, () => {
      const attributes = JSON.stringify([{ name: 'a', value: { ...EMPTY, ...value } }]);
      const workflow = readSnippet(
        `{"commandName":"delay","packageName":"Delay","attributes":${attributes}}`,
      );
      assert.deepEqual(linesOf(workflow.activities[0]!), lines);
    });
  }

  it('give a variable the default that its type holds', () => {
    const defaultValue = { ...EMPTY, type: 'STRING', string: 'Ledger', securelyRecorded: false };
    const variables = JSON.stringify([{ name: 'sBook', type: 'STRING', defaultValue }]);
    const { variables: read } = readText(`{"nodes":[],"variables":${variables},"packages":[]}`);
    assert.equal(read[0]!.default!.text, 'Ledger');
  });
  it('have a default with one member more than its text', () => {
    const variables =
      '[{"name":"sBook","type":"STRING","defaultValue":{"type":"STRING","string":"Ledger","securelyRecorded":true}}]';
    const { variables: read } = readText(`{"nodes":[],"variables":${variables},"packages":[]}`);
    assert.equal(read[0]!.default!.text, 'Ledger');
  });
});

describe('functions of packages', () => {
  const cases: readonly (readonly [text: string, tokens: string, mentions: readonly string[]])[] = [
    ['$Legacy:read("vFile")$', 'Legacy:read ( "vFile" )', ['legacy:read', 'vfile']],
    ['$rows.Legacy:at($n.Legacy:less$)$!', 'rows . Legacy:at ( n . Legacy:less ) !', ['rows', 'n']],
    ['$sum$ - ($tax$)', 'sum  - ( tax )', ['sum', 'tax']],
    ['costs $x(5)', 'costs $x(5)', []],
  ];
  for (const [text, tokens, mentions] of cases) {
    it(`are computed in ${text}`, () => {
      const read = textSyntax.tokens(text);
      assert.equal(read.map((token) => token.text).join(' '), tokens);
      assert.deepEqual(textSyntax.mentions(read), mentions);
    });
  }
});

describe('calls', () => {
  it('decodes the bot and pairs inputs and outputs', () => {
    assert.deepEqual(
      bot.calls.map(({ target, owner, bindings }) => [
        target,
        owner,
        bindings.map(({ name, direction, value }) => [name, direction, value.text]),
      ]),
      [
        [
          'Automation Anywhere/Bots/Finance/Book entry',
          activityOf(bot, 'n8').index,
          [
            ['iRow', 'in', '$nRow$'],
            ['iText', 'in', "month's end"],
            ['oState', 'out', '$sState$'],
          ],
        ],
      ],
    );
  });
  const files: readonly (readonly [string, string | undefined])[] = [
    ['"string": "repository:///Automation Anywhere/Bots/A b"', 'Automation Anywhere/Bots/A b'],
    ['"string": "repository:///100%"', '100%'],
    ['"expression": "repository:///Bots/Plain"', 'Bots/Plain'],
    ['"expression": "repository:///Bots/$sName$"', undefined],
    ['"string": ""', undefined],
  ];
  for (const [file, target] of files) {
    it(`reads ${file}`, () => {
      const { calls } = readSnippet(
        `{ "commandName": "runTask", "packageName": "TaskBot", "attributes": [ { "name": "taskbot",
          "value": { "type": "TASKBOT", "taskbotFile": { "type": "FILE", ${file} } } } ] }`,
      );
      assert.deepEqual(
        calls.map((call) => call.target),
        [target],
      );
    });
  }
});

describe('damaged and hostile bots', () => {
  const COMMAND = { uid: 'n', commandName: 'delay', packageName: 'Delay' };
  const wrap = (nodes: string, rest = ''): string =>
    `{"nodes":[${nodes}],"variables":[],"packages":[]${rest}}`;
  const command = JSON.stringify(COMMAND);
  const cases: readonly (readonly [string, string, number, number])[] = [
    ['an entry that is no object', wrap(`${command}, 7`), 1, 1],
    ['an entry without a name', wrap(`${command}, {"uid":"x"}`), 1, 1],
    ['children that are no list', wrap(command.replace('}', ',"children":5}')), 1, 1],
    ['children that are null', wrap(command.replace('}', ',"children":null,"branches":null}')), 1, 0],
    ['variables that are no list', `{"nodes":[${command}],"variables":{"a":1},"packages":5}`, 1, 1],
    [
      'a variable without a name',
      `{"nodes":[${command}],"variables":[{"type":"STRING"}],"packages":[]}`,
      1,
      1,
    ],
    [
      'attributes of other shapes',
      wrap(command.replace('}', ',"attributes":[1,{"name":3,"value":[[]]},{"value":{"string":{}}}]}')),
      1,
      0,
    ],
    [
      'names of built-in members',
      wrap(command.replace('delay', 'constructor').replace('Delay', '__proto__')),
      1,
      0,
    ],
  ];
  for (const [what, text, activities, unread] of cases) {
    it(`reads on behind ${what}`, () => {
      const workflow = readText(text);
      assert.equal(workflow.activities.length, activities);
      assert.equal(workflow.unread.length, unread);
      for (const { reason } of workflow.unread) assert.match(reason, /\.$/);
    });
  }
  it('reads as deep as the reader allows', () => {
    const open = '{"uid":"n","commandName":"step","packageName":"Step","children":[';
    const levels = 98;
    const workflow = readText(wrap(`${open.repeat(levels)}${command}${']}'.repeat(levels)}`));
    assert.equal(workflow.activities.length, levels + 1);
    assert.equal(workflow.activities.at(-1)!.parent, levels - 1);
  });
  it('rejects deeper nesting', () => {
    assert.throws(
      () => automationAnywhere.recognise(openFile('Bot', Buffer.from('{"nodes":['.repeat(500)))),
      (error) => error instanceof AppError && error.code === 'structure_limit_exceeded',
    );
  });
  it('limits names, however the file nests and repeats', () => {
    const key = 'k'.repeat(200_000);
    const list = new Array(2000).fill('{"type":"STRING","string":"x"}').join();
    const value = `{"type":"DICTIONARY","dictionary":[{"key":"${key}","value":{"type":"LIST","list":[${list}]}}]}`;
    const { activities } = readText(
      wrap(command.replace('}', `,"attributes":[{"name":"a","value":${value}}]}`)),
    );
    assert.equal(activities[0]!.properties.length, 2000);
    for (const { name } of activities[0]!.properties) assert.ok(name.length <= 500);
  });
  it('takes no longer for a key that stands in an object many times', () => {
    const payloads = new Array(50_000).fill('"string":"x"').join();
    const started = processorMs();
    readText(wrap(command.replace('}', `,"attributes":[{"name":"a","value":{${payloads}}}]}`)));
    assert.ok(processorMs() - started < 10_000);
  });
  it('takes time in proportion to the size', () => {
    const many = (count: number): Buffer => Buffer.from(wrap(new Array(count).fill(command).join()));
    const timeOf = (bytes: Buffer): number => {
      const started = processorMs();
      read(bytes);
      return processorMs() - started;
    };
    timeOf(many(5000));
    assert.ok(timeOf(many(40_000)) < 10_000);
  });
});
