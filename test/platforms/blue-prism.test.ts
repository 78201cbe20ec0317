/** Blue Prism processes, objects and releases: what is recognised, and what they become in the normal form. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { AppError } from '../../src/errors.ts';
import { nameChain } from '../../src/model/navigate.ts';
import { textsOf } from '../../src/model/text.ts';
import type { Activity, Workflow } from '../../src/model/workflow.ts';
import { BLUE_PRISM_SYNTAX } from '../../src/platforms/blue-prism/expressions.ts';
import { bluePrism } from '../../src/platforms/blue-prism/index.ts';
import { openFile } from '../../src/platforms/input-file.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/blue-prism');
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

function readAll(content: string | Buffer, name = 'Example.xml'): readonly Workflow[] {
  const file = openFile(name, Buffer.from(content));
  const kind = bluePrism.recognise(file);
  assert.ok(kind !== undefined, 'recognised');
  return bluePrism.read(file, kind);
}

function readOne(content: string | Buffer, name?: string): Workflow {
  const workflows = readAll(content, name);
  assert.equal(workflows.length, 1);
  return workflows[0]!;
}

const readSnippet = (fragment: string): Workflow => readOne(bluePrism.snippet(fragment));
const invoices = readOne(fixture('Process Invoices.bpprocess'));
const ledger = readOne(fixture('Ledger.bpobject'));
const release = readAll(fixture('Invoices.bprelease'));

function byId(id: string, workflow = invoices): Activity {
  const found = workflow.activities.find((activity) => activity.id === id);
  assert.ok(found, id);
  return found;
}

/** A property in one line: `name = text`, `name ← [Item]` when it is written, ƒ before expressions. */
function linesOf(activity: Activity): string[] {
  return activity.properties.map(
    ({ name, text, expression, direction }) =>
      `${name} ${direction === 'out' ? '←' : '='} ${expression === undefined ? '' : 'ƒ'}${text}`,
  );
}

/** Every link that leaves a stage: `when → target`. */
function linksOf(id: string, workflow = invoices): string[] {
  const { index } = byId(id, workflow);
  return workflow.transitions
    .filter(({ from }) => from === index)
    .map(({ when, to, target }) => `${when.join()} → ${workflow.activities[to]?.id ?? `(${target})`}`);
}

const PROCESS = '<process name="A" version="1.0" bpversion="7.2.0.0"';
const RELEASE = 'http://www.blueprism.co.uk/product/release';

describe('recognition', () => {
  const files: readonly (readonly [string, string, string])[] = [
    ['a process', `${PROCESS}/>`, 'blue-prism-process'],
    ['an object', `${PROCESS} type="object"/>`, 'blue-prism-object'],
    ['a process with a byte-order mark and CRLF', `\uFEFF${PROCESS}>\r\n</process>`, 'blue-prism-process'],
    ['a process behind a comment', `<!-- exported --> ${PROCESS}/>`, 'blue-prism-process'],
    [
      'a definition in its own namespace',
      `${PROCESS} xmlns="http://www.blueprism.co.uk/product/process"/>`,
      'blue-prism-process',
    ],
    ['a release', `<bpr:release xmlns:bpr="${RELEASE}"/>`, 'blue-prism-release'],
    ['a release with another prefix', `<release xmlns="${RELEASE}"/>`, 'blue-prism-release'],
  ];
  for (const [what, text, kind] of files) {
    it(`knows ${what}`, () =>
      assert.equal(bluePrism.recognise(openFile('any.txt', Buffer.from(text))), kind));
  }

  const others: readonly (readonly [string, string])[] = [
    ['BPMN', '<process id="a" xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><startEvent/></process>'],
    ['a process without a version of the product', '<process name="A" version="1.0"/>'],
    [
      'bpversion in a foreign process',
      '<process bpversion="1" xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>',
    ],
    ['bpversion in a foreign attribute', '<process xmlns:x="urn:x" x:bpversion="1" xmlns="urn:y"/>'],
    ['another release', '<release xmlns="http://usefulinc.com/ns/doap#"/>'],
    ['a release without a namespace', '<release><contents/></release>'],
    ['a process inside something else', `<processes>${PROCESS}/></processes>`],
    ['a subprocess', '<subprocess bpversion="7.2.0.0"/>'],
    ['JSON that speaks of it', '{"process": {"bpversion": "7.2"}}'],
    ['text', 'process bpversion="7.2"'],
    ['nothing', ''],
  ];
  for (const [what, text] of others) {
    it(`leaves ${what} to others`, () =>
      assert.equal(bluePrism.recognise(openFile('a.bpprocess', Buffer.from(text))), undefined));
  }

  for (const [what, text] of [
    ['is cut off', `${PROCESS}><stage stageid="a" name="A" type="Data">`],
    ['closes the wrong element', `${PROCESS}></stage>`],
    ['has a document type', `<!DOCTYPE process [<!ENTITY a "b">]>${PROCESS}/>`],
  ] as const) {
    it(`says so when the file ${what}`, () => {
      assert.throws(
        () => bluePrism.recognise(openFile('a.bpprocess', Buffer.from(text))),
        (error) => error instanceof AppError && error.code === 'unparsable_file',
      );
    });
  }
});

describe('a process', () => {
  it('has its own name, key and settings', () => {
    assert.equal(invoices.kind, 'blue-prism-process');
    assert.equal(invoices.name, 'Process Invoices');
    assert.equal(invoices.artifactKey, '6f1d5a52-0d5e-4a0e-9a41-6b8b1c8b7f10');
    assert.equal(invoices.settings.get('bpversion'), '7.2.1.20350');
    assert.equal(invoices.settings.get('type'), 'process');
    assert.deepEqual(invoices.unread, []);
  });

  it('takes the name of the file when it has none', () => {
    assert.equal(
      readOne('<process bpversion="6.5"/>', 'BPA Process - Load.v2.xml').name,
      'BPA Process - Load.v2',
    );
  });

  it('has its stages in pages and blocks, each behind its container', () => {
    const outline = invoices.activities.map((activity) => nameChain(invoices, activity.index).join(' › '));
    assert.deepEqual(outline.slice(0, 12), [
      'Main Page',
      'Main Page › Start',
      'Main Page › Work',
      'Main Page › Work › Each Invoice',
      'Main Page › Work › Post Invoice',
      'Main Page › Work › Posted?',
      'Main Page › Work › Each Invoice',
      'Main Page › Work › Not Posted',
      'Main Page › Work › Recover1',
      'Main Page › Inputs',
      'Main Page › Inputs › Note1',
      'Main Page › Keep Detail',
    ]);
    for (const { index, parent, owner } of invoices.activities) {
      assert.ok(parent < index && owner === index);
      if (parent !== -1) assert.ok(invoices.children[parent]!.includes(index));
    }
  });

  const roles: readonly (readonly [string, string, string])[] = [
    ['start', 'Start', 'other'],
    ['block', 'Block', 'try'],
    ['frame', 'Block', 'comment'],
    ['loop', 'LoopStart', 'loop'],
    ['post', 'SubSheet', 'invoke'],
    ['posted', 'Decision', 'branch'],
    ['throw', 'Exception', 'throw'],
    ['recover', 'Recover', 'catch'],
    ['resume', 'Resume', 'resume'],
    ['keep', 'MultipleCalculation', 'assign'],
    ['note', 'Note', 'comment'],
    ['page-post', 'Page', 'page'],
    ['p-get', 'Action', 'credential'],
    ['p-choice', 'ChoiceStart', 'branch'],
    ['p-wait', 'WaitStart', 'delay'],
    ['p-code', 'Code', 'script'],
    ['p-new', 'HumanTask', 'other'],
  ];
  for (const [id, type, role] of roles) {
    it(`takes ${type} "${id}" for ${role}`, () => {
      assert.equal(byId(id).type, type);
      assert.equal(byId(id).role, role);
    });
  }

  const settings: readonly (readonly [string, readonly string[]])[] = [
    ['page-post', ['type = Normal', 'published = false']],
    ['start', ['inputs.Folder ← ƒ[Invoice Folder]', 'inputs.Mail Password ← ƒ[Password]']],
    ['loop', ['looptype = ForEach', 'loopdata = ƒ[Invoices]']],
    [
      'post',
      ['loginhibit = onsuccess', 'inputs.Number = ƒ[Invoices.Number] & "-A"', 'outputs.Success ← ƒ[Posted]'],
    ],
    ['posted', ['expression = ƒ[Posted]']],
    [
      'throw',
      ['exception.type = Business Exception', 'exception.detail = ƒ"Not posted: " & [Invoices.Number]'],
    ],
    [
      'keep',
      [
        'steps.1.expression = ƒExceptionDetail()',
        'steps.1.stage ← ƒ[Message]',
        'steps.2.expression = ƒFalse',
        'steps.2.stage ← ƒ[Posted]',
      ],
    ],
    ['end', ['outputs.Message = ƒ[Message]']],
    [
      'p-choice',
      [
        'choices.1.expression = ƒ[Number] = "1"',
        'choices.1.name = One',
        'choices.2.expression = ƒ[Number] = "2"',
        'choices.2.name = Two',
      ],
    ],
    ['p-wait', ['timeout = ƒ5']],
    ['p-code', ['inputs.Text = ƒ[Number]', 'outputs.Result ← ƒ[Number]', 'code = Result = Text & "<x>"']],
    // A stage that no code knows is still read.
    ['p-new', ['task.queue = Finance', 'task.expression = ƒ[Number]', 'task.due = tomorrow']],
  ];
  for (const [id, lines] of settings) {
    it(`reads the settings of "${id}"`, () => assert.deepEqual(linesOf(byId(id)), lines));
  }

  it('enters every expression of a property once', () => {
    const inProperties = invoices.activities.flatMap((activity) =>
      activity.properties.flatMap(({ expression }) => expression ?? []),
    );
    assert.deepEqual(new Set(inProperties), new Set(invoices.expressions));
    assert.equal(inProperties.length, invoices.expressions.length);
  });

  it('keeps what people wrote as notes', () => {
    const notes = invoices.notes.map(
      ({ kind, owner, name, text }) => `${kind} ${invoices.activities[owner]?.name ?? ''}/${name}: ${text}`,
    );
    assert.deepEqual(notes, [
      'annotation /narrative: Posts the invoices of the day.',
      'annotation /preconditions: The mailbox is open.',
      'annotation /endpoint: All invoices are posted.',
      'annotation Main Page/Message: Last problem',
      'comment Note1/narrative: Ask Finance before changing this.',
      'annotation Main Page/inputs.Folder: Where the invoices are',
      'annotation Main Page/outputs.Message: What went wrong',
      'annotation Post Invoice/narrative: Posts one invoice.',
      'annotation Start/preconditions: Logged in',
    ]);
  });
});

describe('data items', () => {
  const items = invoices.variables.map(
    ({ owner, name, key, type, secure, default: initial, modifiers }) =>
      `${owner === -1 ? 'global' : invoices.activities[owner]!.name} ${name} (${key}) ${type}${secure ? ' secure' : ''}` +
      `${initial === undefined ? '' : ` = ${initial.text}`} ${modifiers?.join()}`,
  );
  it('are variables of their page, or of the process when every page sees them', () => {
    assert.deepEqual(items, [
      'Main Page Invoice Folder (invoice folder) text = Inbox alwaysinit',
      'Main Page Password (password) password secure = 1:QUJDREVGRw== ',
      'global Message (message) text ',
      'Main Page Posted (posted) flag = False ',
      'global Service (service) text = unused exposure:Environment',
      // Pictures have a value that nobody can read.
      'Main Page Logo (logo) image =  ',
      'Main Page Invoices (invoices) collection ',
      'Main Page Invoices.Number (invoices.number) text = 4711 field',
      'Main Page Invoices.Key (invoices.key) password secure = 1:QUJDREVGRw== field',
      'Main Page Invoices.Lines (invoices.lines) collection field',
      'Main Page Invoices.Lines.Amount (invoices.lines.amount) number field',
    ]);
  });
  it('show the values of further rows too', () => {
    assert.ok(linesOf(invoices.activities[0]!).includes('Invoices.row2.Number = 4712'));
    assert.ok([...textsOf(invoices)].some(({ text }) => text === '4712'));
  });
  it('have the inputs and outputs of Start and End as arguments, each once', () => {
    const found = invoices.arguments.map(
      ({ owner, direction, name, type, secure }) =>
        `${invoices.activities[owner]?.name ?? ''} ${direction} ${name} ${type} ${secure}`,
    );
    assert.deepEqual(found, [
      ' in Folder text false',
      ' in Mail Password password true',
      ' out Message text false',
      'Post Invoice in Number text false',
      'Post Invoice out Success flag false',
    ]);
  });
});

describe('calls', () => {
  it('name what they start and what goes in and out', () => {
    const calls = invoices.calls.map(({ owner, name, target, bindings }) => ({
      by: invoices.activities[owner]!.id,
      name,
      target,
      bindings: bindings.map((binding) => `${binding.direction} ${binding.name} = ${binding.value.text}`),
    }));
    assert.deepEqual(calls, [
      {
        by: 'post',
        name: 'Post Invoice',
        target: 'page-post',
        bindings: ['in Number = [Invoices.Number] & "-A"', 'out Success = [Posted]'],
      },
      {
        by: 'p-get',
        name: 'Blueprism.Automate.clsCredentialsActions::Get',
        target: 'Blueprism.Automate.clsCredentialsActions::Get',
        bindings: ['in Credentials Name = "Ledger"', 'out Password = [Ledger Password]'],
      },
    ]);
  });
  it('of a page lead to the page with that id', () => {
    assert.equal(byId(invoices.calls[0]!.target!).role, 'page');
  });

  const actions: readonly (readonly [string, string, string])[] = [
    ['MS Excel VBO', 'Open Workbook', 'spreadsheet'],
    ['Utility - General', 'Sleep', 'delay'],
    ['Utility - Environment', 'Start Process', 'shell'],
    ['Utility - Environment', 'Get User Name', 'invoke'],
    ['Data - SQL Server', 'Get Collection', 'database'],
    ['MS Outlook Email VBO', 'Send Email', 'email'],
    ['Blueprism.AutomateProcessCore.clsWorkQueuesActions', 'Mark Exception', 'queue'],
    ['Our Own Object', 'Get', 'invoke'],
    ['__proto__', 'constructor', 'invoke'],
  ];
  for (const [object, action, role] of actions) {
    it(`takes ${object}::${action} for ${role}`, () => {
      const workflow = readSnippet(
        `<stage stageid="a" name="A" type="Action"><onsuccess>end</onsuccess><resource object="${object}" action="${action}"/></stage>`,
      );
      assert.equal(byId('a', workflow).role, role);
      assert.equal(workflow.calls[0]!.target, `${object}::${action}`);
    });
  }
});

describe('the flow', () => {
  const links: readonly (readonly [string, readonly string[]])[] = [
    ['start', ['next → loop']],
    ['loop', ['next → post', 'done → loopend']],
    ['loopend', ['next → end', 'repeat → loop']],
    ['posted', ['true → loopend', 'false → throw']],
    ['throw', []],
    ['spare', ['next → (gone)']],
    ['p-choice', ['choice → p-wait', 'choice → p-code', 'otherwise → p-other']],
    ['p-wait', ['timedout → p-timeout']],
    ['p-anchor', ['next → p-new']],
  ];
  for (const [id, expected] of links) {
    it(`leaves "${id}" by ${expected.join(', ') || 'no link'}`, () =>
      assert.deepEqual(linksOf(id).sort(), [...expected].sort()));
  }

  it('reaches everything from Start and Recover, and notes that are not linked count as reached', () => {
    const dead = invoices.activities.filter(({ reachable }) => !reachable).map(({ id }) => id);
    assert.deepEqual(dead, ['spare', 'p-end2']);
  });
  it('does not lead to stages of another page', () => {
    const workflow = readSnippet(
      `<subsheet subsheetid="p"><name>P</name></subsheet><stage stageid="a" name="A" type="Calculation"><onsuccess>b</onsuccess></stage>
       <stage stageid="b" name="B" type="End"><subsheetid>p</subsheetid></stage>`,
    );
    assert.deepEqual(linksOf('a', workflow), ['next → (b)']);
  });
  it('may run in circles', () => {
    const workflow = readSnippet(
      `<stage stageid="a" name="A" type="Calculation"><onsuccess>b</onsuccess></stage>
       <stage stageid="b" name="B" type="Calculation"><onsuccess>a</onsuccess></stage>
       <stage stageid="c" name="C" type="Calculation"><onsuccess>c</onsuccess></stage>`,
    );
    assert.deepEqual(
      workflow.activities.filter(({ reachable }) => !reachable).map(({ id }) => id),
      ['c', 'end'],
    );
  });
});

describe('blocks', () => {
  const block = (id: string, x: number, y: number, w: number, h: number): string =>
    `<stage stageid="${id}" name="${id}" type="Block"><display x="${x}" y="${y}" w="${w}" h="${h}"/></stage>`;
  const step = (x: number, y: number): string =>
    `<stage stageid="a" name="A" type="Calculation"><display x="${x}" y="${y}" w="60" h="30"/><onsuccess>end</onsuccess></stage>`;
  const cases: readonly (readonly [string, string, string])[] = [
    ['the centre of a stage decides', block('b', 0, 0, 100, 100) + step(100, 100), 'b'],
    ['a stage beside it is outside', block('b', 0, 0, 100, 100) + step(101, 50), ''],
    [
      'the smaller of two wins',
      block('big', -10, -10, 200, 200) + block('b', 0, 0, 100, 100) + step(5, 5),
      'b',
    ],
    ['a block may follow its stages', step(5, 5) + block('b', 0, 0, 100, 100), 'b'],
    ['a block without a place holds nothing', `<stage stageid="b" name="b" type="Block"/>${step(5, 5)}`, ''],
    [
      'the blocks of other pages do not count',
      `<subsheet subsheetid="p"><name>P</name></subsheet>${block('b', 0, 0, 100, 100).replace('<display', '<subsheetid>p</subsheetid><display')}${step(5, 5)}`,
      '',
    ],
  ];
  for (const [what, fragment, parent] of cases) {
    it(what, () => {
      const workflow = readSnippet(fragment);
      assert.equal(workflow.activities[byId('a', workflow).parent]!.id, parent);
      for (const activity of workflow.activities) assert.ok(activity.parent < activity.index);
    });
  }
  it('are read from the older layout too', () => {
    assert.equal(ledger.activities[byId('l-launch', ledger).parent]!.id, 'l-block');
    assert.equal(byId('l-block', ledger).role, 'sequence');
  });
});

describe('an object', () => {
  it('has its first page, its language and its code', () => {
    assert.equal(ledger.kind, 'blue-prism-object');
    assert.equal(ledger.settings.get('type'), 'object');
    assert.equal(ledger.settings.get('language'), 'csharp');
    const page = ledger.activities.find(({ name }) => name === 'Initialise')!;
    assert.deepEqual(linesOf(page), [
      'type = Main',
      'published = true',
      'references = System.dll',
      'references = C:\\Tools\\ledger.dll',
      'imports = System',
    ]);
    assert.deepEqual(
      ledger.notes.map(({ kind, text }) => `${kind} ${text}`),
      ['code static int calls;'],
    );
  });
  it('shows what its application elements are found by', () => {
    assert.deepEqual(linesOf(ledger.activities[0]!), [
      'Ledger.type = Application',
      'Ledger.Login.type = Window',
      'Ledger.Login.User.type = Edit',
      'Ledger.Login.User.attributes.Path = /WINDOW(1)/EDIT(2)',
      'Application.application = Win32Launch',
      'Application.application.Path = C:\\Ledger\\ledger.exe',
    ]);
  });
  it('names the elements that its steps work on', () => {
    assert.deepEqual(linesOf(byId('l-launch', ledger)), [
      'steps.1.element = Ledger',
      'steps.1.action = Launch',
      'steps.1.arguments.Timeout = ƒ"30"',
    ]);
    assert.deepEqual(linesOf(byId('l-write', ledger)), [
      'steps.1.expr = ƒ[User]',
      'steps.1.element = Ledger.Login.User',
      'steps.1.parameters.Index = ƒ[Row]',
    ]);
    assert.deepEqual(linesOf(byId('l-read', ledger)), [
      'steps.1.stage ← ƒ[User]',
      'steps.1.element = Ledger.Login.User',
      'steps.1.action = GetText',
    ]);
  });
  it('takes a wait with conditions for work with the application', () => {
    assert.equal(byId('l-wait', ledger).role, 'ui');
    assert.deepEqual(linksOf('l-wait', ledger), ['choice → l-write', 'timedout → l-timeout']);
  });
});

describe('a release', () => {
  it('is itself a workflow, followed by every process and object in it', () => {
    assert.deepEqual(
      release.map(({ kind, name, artifactKey }) => `${kind} ${name} ${artifactKey}`),
      [
        'blue-prism-release Invoices 1.3 release:Invoices',
        'blue-prism-process Post 6f1d5a52',
        'blue-prism-object Ledger 0b8c6fce',
      ],
    );
    for (const { activities, platform } of release.slice(1)) {
      assert.equal(platform, 'blue-prism');
      assert.deepEqual(
        activities.map(({ type }) => type),
        ['Page', 'Start', 'End'],
      );
    }
  });
  it('has environment variables as variables', () => {
    assert.deepEqual(
      release[0]!.variables.map(({ name, type, secure, default: value }) => [
        name,
        type,
        secure,
        value?.text,
      ]),
      [
        ['Ledger URL', 'text', false, 'https://ledger.example.com'],
        ['Ledger Key', 'password', true, '1:QUJDREVGRw=='],
      ],
    );
  });
  it('has credentials, queues and services with their settings', () => {
    assert.deepEqual(
      release[0]!.activities.map((activity) => [activity.type, activity.name, ...linesOf(activity)]),
      [
        ['credential', 'Ledger', 'credentialType = General', 'members = 2'],
        ['work-queue', 'Invoices', 'key-field = Number'],
        [
          'webapiservice',
          'Ledger API',
          'enabled = true',
          'configuration.baseurl = http://ledger.example.com/',
          'configuration.actions.list.enabled = true',
          'configuration.actions.list.request.httpmethod = GET',
          'configuration.actions.list.request.urlpath = /list',
          'configuration.commonauthentications.authentication.type = 0',
        ],
      ],
    );
  });
  it('says what it could not read', () => {
    assert.deepEqual(
      release[0]!.unread.map(({ reason }) => reason),
      ['The object "Lost" has no definition inside the release.'],
    );
    const [empty] = readAll(`<bpr:release xmlns:bpr="${RELEASE}"><bpr:name>R</bpr:name></bpr:release>`);
    assert.deepEqual(
      empty!.unread.map(({ reason }) => reason),
      ['The release has no contents.'],
    );
  });
});

describe('expressions', () => {
  const tokens: readonly (readonly [string, string])[] = [
    ['[Data Item]', 'symbol:Data Item'],
    ['[Orders.Total] * 1.5', 'symbol:Orders.Total operator:* number:1.5'],
    ['"say ""no"" & [x]"', 'string:say "no" & [x]'],
    ['"" & [A]&"b"', 'string: operator:& symbol:A operator:& string:b'],
    ['[A]<>"" And Not [B]', 'symbol:A operator:<> string: name:And name:Not symbol:B'],
    [
      'Left([A], 3) >= 2',
      'name:Left punctuation:( symbol:A punctuation:, number:3 punctuation:) operator:>= number:2',
    ],
    ['"open', 'string:open'],
    ['[open', 'punctuation:[ name:open'],
    ['a ] [b]', 'name:a punctuation:] symbol:b'],
    ['Größe()', 'name:Größe punctuation:( punctuation:)'],
    ['§ \t\n', 'punctuation:§'],
    ['', ''],
  ];
  for (const [text, expected] of tokens) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const found = BLUE_PRISM_SYNTAX.tokens(text).map((token) => `${token.kind}:${token.text}`);
      assert.equal(found.join(' '), expected);
    });
  }
  it('mention data items, and for a field its collection too', () => {
    const mentions = (text: string) => BLUE_PRISM_SYNTAX.mentions(BLUE_PRISM_SYNTAX.tokens(text));
    assert.deepEqual(mentions('[Orders.Total] + [ Count ] + [COUNT] & "[Text]"'), [
      'orders.total',
      'orders',
      'count',
    ]);
  });
  it('are literals when they are one text', () => {
    const literal = (text: string) => BLUE_PRISM_SYNTAX.literal(BLUE_PRISM_SYNTAX.tokens(text));
    assert.equal(literal(' "a ""b""" '), 'a "b"');
    for (const text of ['"a" & "b"', '[A]', '1', 'True', '']) assert.equal(literal(text), undefined);
  });
  it('take time that grows with their length only', () => {
    const started = performance.now();
    for (const part of ['[', '"', '""', '[a', '&[', '""[']) BLUE_PRISM_SYNTAX.tokens(part.repeat(200_000));
    assert.ok(performance.now() - started < 5000);
  });
});

/** The text from the place of a position on. */
function textAt(content: string, workflow: Workflow, at: number): string {
  const { line, column } = workflow.source.lineAndColumn(at);
  return content.split(/\r\n|\r|\n/)[line - 1]!.slice(column - 1);
}

describe('locations', () => {
  const stage =
    '<stage stageid="a" name="Größe 𝒳 prüfen" type="Action"><onsuccess>end</onsuccess><inputs><input name="N" expr="[Ä]"/></inputs></stage>';
  const layouts: readonly (readonly [string, string])[] = [
    ['on lines of their own', `${PROCESS}>\n  ${stage}\n</process>`],
    ['on one line', `${PROCESS}>${stage}</process>`],
    ['with CRLF', `${PROCESS}>\r\n\t${stage}\r\n</process>`],
    ['behind a byte-order mark', `\uFEFF${PROCESS}>${stage}</process>`],
    [
      'behind a text with line ends',
      `${PROCESS}><stage type="Note"><narrative>a\nb</narrative></stage>${stage}</process>`,
    ],
  ];
  for (const [what, content] of layouts) {
    it(`are exact ${what}`, () => {
      const workflow = readOne(content);
      const activity = byId('a', workflow);
      const text = content.replace(/^\uFEFF/, '');
      assert.ok(textAt(text, workflow, activity.at).startsWith('<stage stageid="a"'));
      const input = activity.properties[0]!;
      assert.ok(textAt(text, workflow, input.at).startsWith('expr="[Ä]"'));
      assert.ok(textAt(text, workflow, workflow.transitions[0]!.at).startsWith('<onsuccess>end'));
    });
  }

  it('have an XPath that leads to the element', () => {
    const workflow = release[2]!;
    const end = byId('e', workflow);
    const step = (name: string, place: number) => `/*[local-name()='${name}'][${place}]`;
    assert.equal(
      workflow.source.path(end.at),
      step('release', 1) + step('contents', 1) + step('object', 1) + step('process', 1) + step('stage', 2),
    );
    const [url] = release[0]!.variables;
    assert.equal(
      release[0]!.source.path(url!.default!.at),
      `${step('release', 1) + step('contents', 1) + step('environment-variable', 1)}/@*[local-name()='value']`,
    );
  });
  it('are found for everything that a finding can point at', () => {
    for (const workflow of [invoices, ledger, ...release]) {
      const anchors = [
        ...workflow.activities,
        ...workflow.activities.flatMap(({ properties }) => properties),
        ...workflow.variables,
        ...workflow.arguments,
        ...workflow.calls,
        ...workflow.transitions,
        ...workflow.notes,
        ...workflow.unread,
      ];
      for (const { at, owner } of anchors) {
        const { line, column } = workflow.source.lineAndColumn(at);
        assert.ok(line >= 1 && column >= 1 && workflow.source.path(at).startsWith('/*['));
        assert.ok(owner >= -1 && owner < workflow.activities.length);
      }
    }
  });
});

describe('odd and hostile files', () => {
  const odd: readonly (readonly [string, string])[] = [
    ['a stage without anything', '<stage/>'],
    ['a stage of no type', '<stage stageid="x" name="X"/>'],
    ['two stages with one id', '<stage stageid="x" type="End"/><stage stageid="x" type="End"/>'],
    ['a loop without an end', '<stage stageid="x" type="LoopStart"><groupid>g</groupid></stage>'],
    ['places that are no numbers', '<stage type="Block"><display x="a" y="" w="1e999" h="-5"/></stage>'],
    [
      'names of object members',
      '<stage stageid="__proto__" name="constructor" type="toString"><onsuccess>__proto__</onsuccess></stage>',
    ],
    ['a subsheet without an id', '<subsheet/><stage type="Start"><subsheetid/></stage>'],
    ['two subsheets with one id', '<subsheet subsheetid="p"/><subsheet subsheetid="p"/>'],
    ['an application model of something else', '<appdef><element/><x/></appdef>'],
    ['a step without an element', '<stage type="Write"><step/><step><action/></step></stage>'],
    ['a link to nothing', '<stage type="Calculation"><onsuccess> </onsuccess></stage>'],
    ['an exception without settings', '<stage type="Exception"><exception/></stage>'],
    [
      'a collection without fields',
      '<stage type="Collection" name="C"><initialvalue><row/><singlerow/></initialvalue></stage>',
    ],
  ];
  for (const [what, inside] of odd) {
    it(`reads ${what}`, () => {
      const workflow = readOne(`${PROCESS}>${inside}</process>`);
      assert.equal(workflow.activities.filter(({ type }) => type === 'Page').length >= 1, true);
    });
  }
  it('says so when stages are on a page that is not declared', () => {
    const workflow = readOne(
      `${PROCESS}><stage stageid="a" type="End"><subsheetid>lost</subsheetid></stage></process>`,
    );
    assert.equal(byId('a', workflow).parent, workflow.activities.find(({ id }) => id === 'lost')!.index);
    assert.match(workflow.unread[0]!.reason, /"lost"/);
  });
  it('refuses elements that are nested too deeply', () => {
    const deep = `${'<element>'.repeat(300)}${'</element>'.repeat(300)}`;
    assert.throws(
      () => readOne(`${PROCESS}><appdef>${deep}</appdef></process>`),
      (error) => error instanceof AppError && error.code === 'structure_limit_exceeded',
    );
  });
  it('takes time that grows with the size of the file only', () => {
    const blocks = Array.from(
      { length: 20_000 },
      (_, i) => `<stage stageid="b${i}" type="Block"><display x="0" y="0" w="9" h="9"/></stage>`,
    );
    const steps = Array.from(
      { length: 20_000 },
      (_, i) =>
        `<stage stageid="s${i}" type="Calculation"><display x="1" y="1"/><onsuccess>s${i + 1}</onsuccess></stage>`,
    );
    const started = performance.now();
    const workflow = readOne(`${PROCESS}>${blocks.join('')}${steps.join('')}</process>`);
    assert.equal(workflow.activities.length, 40_001);
    assert.ok(performance.now() - started < 10_000);
  });
});

describe('snippets', () => {
  it('start at the first step and may end at "end"', () => {
    const workflow = readSnippet(
      '<stage stageid="d" name="D" type="Data"/><stage stageid="a" name="A" type="Calculation"><onsuccess>end</onsuccess></stage>',
    );
    assert.deepEqual(linksOf('start', workflow), ['next → a']);
    assert.deepEqual(linksOf('a', workflow), ['next → end']);
  });
  it('put a release round a part of one', () => {
    const [workflow] = readAll(bluePrism.snippet('<environment-variable name="A" type="text" value="b"/>'));
    assert.equal(workflow!.variables[0]!.default!.text, 'b');
  });
  it('leave a whole file as it is', () => {
    for (const text of [
      `${PROCESS}/>`,
      '<?xml version="1.0"?><a/>',
      `<bpr:release xmlns:bpr="${RELEASE}"/>`,
    ]) {
      assert.equal(bluePrism.snippet(text), text);
    }
  });
});
