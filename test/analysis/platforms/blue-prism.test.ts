/** Blue Prism processes and objects in the normal form. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameChain } from '../../../src/analysis/model/navigate.ts';
import { textsOf } from '../../../src/analysis/model/text.ts';
import { linesOf } from '../../support/files/activities.ts';
import { byId, invoices, ledger, linksOf, readOne } from '../../support/files/blue-prism.ts';

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
    ['p-code', ['inputs.Text = ƒ[Number]', 'outputs.Result ← ƒ[Number]', 'code = ƒResult = Text & "<x>"']],
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

  it('reads what people wrote as notes', () => {
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
      // Pictures have an unreadable value.
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
