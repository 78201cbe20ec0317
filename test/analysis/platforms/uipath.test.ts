/** UiPath workflows: what is recognised, and what it becomes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { propertyOf } from '../../../src/analysis/model/navigate.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { recognise as recogniseAny } from '../../../src/analysis/platforms/read-workflows.ts';
import { AppError } from '../../../src/errors.ts';
import {
  fixture,
  named,
  outline,
  read,
  readSnippet,
  recognise,
  settings,
  WF,
  X,
} from '../../support/files/xaml.ts';

describe('recognition', () => {
  const own: readonly (readonly [string, string])[] = [
    ['a workflow', fixture('visual-basic.xaml')],
    ['a workflow of plain WF4', `<Activity ${WF}><Sequence/></Activity>`],
    ['a prefixed root', `<a:Activity xmlns:a="http://schemas.microsoft.com/netfx/2009/xaml/activities"/>`],
    ['a declaration before the root', `<?xml version="1.0" encoding="utf-8"?>\n<Activity ${WF}/>`],
    [
      'a UiPath workflow that uses the Dynamics library',
      `<Activity ${WF} xmlns:ui="http://schemas.uipath.com/workflow/activities" xmlns:m="clr-namespace:Microsoft.Xrm.Sdk;assembly=x"/>`,
    ],
  ];
  for (const [what, text] of own)
    it(`knows ${what}`, () => assert.equal(recognise(text, 'x.bin'), 'uipath-workflow'));

  const others: readonly (readonly [string, string])[] = [
    ['a WPF window', `<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" ${X}/>`],
    [
      'WPF resources',
      '<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"/>',
    ],
    [
      'a Dynamics workflow',
      `<Activity ${WF} ${X} x:Class="XrmWorkflow1" xmlns:mxs="clr-namespace:Microsoft.Xrm.Sdk;assembly=Microsoft.Xrm.Sdk"/>`,
    ],
    [
      'a TFS build process',
      `<Activity ${WF} xmlns:b="clr-namespace:Microsoft.TeamFoundation.Build.Workflow;assembly=x"/>`,
    ],
    ['an activity of another namespace', '<Activity xmlns="urn:other"/>'],
    ['an activity without a namespace', '<Activity/>'],
    ['a WF4 part that is no workflow', `<Sequence ${WF}/>`],
    ['a Blue Prism process', '<process name="x" bpversion="7.1"/>'],
    ['JSON', '{"Activity": 1}'],
    ['nothing', ''],
  ];
  for (const [what, text] of others)
    it(`leaves ${what} alone`, () => assert.equal(recognise(text), undefined));

  it('says where a damaged workflow breaks', () => {
    const damaged = fixture('visual-basic.xaml').slice(0, 4000);
    assert.throws(
      () => recogniseAny(openFile('Main.xaml', Buffer.from(damaged))),
      (error) => error instanceof AppError && error.code === 'unparsable_file',
    );
  });

  it('takes a damaged page that only speaks of a bot for no workflow', () => {
    const page = '<aura:component><aura:attribute name="commandName" type="String"/></aura:component>';
    assert.throws(() => recogniseAny(openFile('Page.cmp', Buffer.from(page))), {
      code: 'unsupported_file_type',
    });
  });
});

describe('structure', () => {
  const workflow = read(fixture('visual-basic.xaml'), 'Orders.xaml');

  it('has every activity with its place and role', () => {
    assert.deepEqual(outline(workflow), [
      'Process orders (sequence)',
      '  Found? (branch)',
      '    Then: Say yes (log)',
      '    Else: WriteLine (log)',
      '  Switch (branch)',
      '    Default: Delay (delay)',
      '    cases.Contoso: Comment (comment)',
      '  Each row (loop)',
      '    Body: Press (ui)',
      '  Guard (try)',
      '    Try: Call child (invoke)',
      '    Catches: Catch Exception (catch)',
      '      Give up (sequence)',
      '        Fail (throw)',
      '        Never (log) dead',
      '    Finally: Call computed (invoke)',
      '  Old code (comment) off',
      '    Body: Ignored (sequence) off',
      '      GetRobotCredential (credential) off',
      '  Code (script)',
      '  Strange (other)',
    ]);
    assert.deepEqual([workflow.name, workflow.language, workflow.unread], ['Orders', 'visual-basic', []]);
    assert.deepEqual(
      ['Process orders', 'Catch Exception', 'WriteLine'].map((name) => named(workflow, name).id),
      ['Sequence_1', 'Catch`1_1', ''],
    );
  });

  const properties: readonly (readonly [string, readonly string[]])[] = [
    ['Say yes', ['Level=Info', 'Message=["Hello " + CUSTOMER]']],
    ['WriteLine', ['Text={no}']],
    ['Press', ["Target.Selector=<webctrl id='go' />", 'Target.TimeoutMS=[3000]']],
    ['Catch Exception', ['TypeArguments=System.Exception']],
    ['GetRobotCredential', ['AssetName=Sap', 'Password>[password]']],
    ['Code', ['Language=CSharp', 'Code=[var total = 1; // note]']],
    ['Comment', []],
  ];
  for (const [name, expected] of properties)
    it(`reads the settings of "${name}"`, () => assert.deepEqual(settings(named(workflow, name)), expected));

  it('reads variables with scope, type and default', () => {
    assert.deepEqual(
      workflow.variables.map((v) => [
        workflow.activities[v.owner]!.name,
        v.key,
        v.type,
        v.secure,
        v.default?.text,
        v.modifiers,
      ]),
      [
        ['Process orders', 'customer', 'String', false, 'Contoso', ['ReadOnly']],
        ['Process orders', 'found', 'Boolean', false, '1 > 2', []],
        ['Process orders', 'password', 'SecureString', true, undefined, []],
        ['Each row', 'row', 'DataRow', false, undefined, ['DelegateInArgument']],
        ['Catch Exception', 'exception', 'Exception', false, undefined, ['DelegateInArgument']],
      ],
    );
    assert.equal(workflow.variables[0]!.default!.expression, undefined);
    assert.equal(workflow.variables[1]!.default!.expression!.language, 'visual-basic');
  });

  it('reads arguments with direction, type and default', () => {
    assert.deepEqual(
      workflow.arguments.map((a) => [a.direction, a.name, a.type, a.secure, a.default?.text]),
      [
        ['in', 'in_Path', 'String', false, 'C:\\Data\\orders.xlsx'],
        ['in', 'in_Rows', 'DataTable', false, 'New DataTable'],
        ['out', 'out_Lookup', 'Dictionary(String, Int32[])', false, undefined],
        ['in-out', 'io_Secret', 'SecureString', true, undefined],
      ],
    );
    const csharp = read(fixture('csharp.xaml')).arguments[0]!;
    assert.equal(csharp.default!.expression!.literal, 'Contoso');
  });

  it('reads calls with their bindings', () => {
    assert.deepEqual(
      workflow.calls.map(({ name, target, bindings }) => [
        name,
        target,
        bindings.map((b) => `${b.direction} ${b.name}=${b.value.text}`),
      ]),
      [
        [
          'Call child',
          'Steps\\Child.xaml',
          ['in in_Name=Customer', 'out out_Ok=found', 'in-out io_Secret=io_Secret', 'in in_Mode=fast'],
        ],
        ['Call computed', undefined, []],
      ],
    );
  });

  it('reads what people wrote as notes', () => {
    assert.deepEqual(
      workflow.notes.map(({ kind, name, text }) => [kind, name, text]),
      [
        ['annotation', 'in_Path', 'Where the orders are'],
        ['annotation', 'Process orders', 'Daily run\nOwner: Finance'],
        ['comment', 'Comment', 'nothing yet'],
      ],
    );
  });

  it('reads C# projects, whose symbols are case-sensitive', () => {
    const csharp = read(fixture('csharp.xaml'));
    assert.deepEqual(csharp.activities.map(settings), [
      [],
      ['To>[Count]', 'Value=[in_Name.Length]'],
      ['Message=[in_Name]'],
      ['MethodName=Add', 'Parameters.0=[Count]'],
      [],
      ['To>[Count]', 'Value=2'],
    ]);
    assert.deepEqual(
      [csharp.language, csharp.variables[0]!.key, csharp.settings.get('expressionLanguage')],
      ['csharp', 'Count', 'CSharp'],
    );
  });

  it('takes the name of the file when the workflow has none', () => {
    assert.equal(read(`<Activity ${WF}/>`, 'Log in.xaml').name, 'Log in');
  });

  const names: readonly (readonly [what: string, className: string, file: string, name: string])[] = [
    ['its class, where the file has the same name', 'Log_in', 'Steps/Log in.xaml', 'Log_in'],
    ['its class, where that has a namespace', 'Robots.Steps.LogIn', 'Log In.xaml', 'Robots.Steps.LogIn'],
    ['its file, where the class is that of the file it was copied from', 'Main', 'Steps/Load.xaml', 'Load'],
    ['its class, where the file has an ending of its own', 'Main', 'upload.bin', 'Main'],
  ];
  for (const [what, className, file, name] of names) {
    it(`is called like ${what}`, () => {
      const workflow = read(`<Activity ${WF} ${X} x:Class="${className}"/>`, file);
      assert.deepEqual([workflow.name, workflow.artifactKey], [name, className]);
    });
  }
});

describe('values', () => {
  const texts: readonly (readonly [string, string, string, boolean])[] = [
    ['a literal', 'Text="a b"', 'a b', false],
    ['an expression', 'Text="[a + b]"', 'a + b', true],
    ['an escaped bracket', 'Text="%[a]"', '[a]', false],
    ['an escaped brace', 'Text="{}{a}"', '{a}', false],
    ['an escaped brace behind a reference', 'Text="{&#125;{a}"', '{a}', false],
    ['an open brace', 'Text="{a"', '{a', false],
    ['line ends', 'Text="a&#xD;&#xA;b"', 'a\r\nb', false],
    ['empty brackets', 'Text="[]"', '[]', false],
    ['two pairs of brackets', 'Text="[d(hk)][k(enter)]"', '[d(hk)][k(enter)]', false],
    ['JSON in brackets', 'Text="[{&quot;Index&quot;:0}]"', '[{"Index":0}]', false],
    ['brackets in a text', 'Text="[&quot;[k(enter)][k(tab)]&quot;]"', '"[k(enter)][k(tab)]"', true],
    ['brackets of a name', 'Text="[[Next] + [Step]]"', '[Next] + [Step]', true],
  ];
  for (const [what, attribute, text, isExpression] of texts)
    it(`reads ${what}`, () => {
      const property = propertyOf(named(readSnippet(`<WriteLine ${attribute} />`), 'WriteLine'), 'Text')!;
      assert.deepEqual([property.text, property.expression !== undefined], [text, isExpression]);
    });

  const elements: readonly (readonly [string, string, string])[] = [
    ['an escaped brace', '<VisualBasicValue ExpressionText="{}{&quot;a&quot;}" />', '{"a"}'],
    ['brackets', '<VisualBasicValue>["a" + b]</VisualBasicValue>', '"a" + b'],
    ['brackets of names', '<VisualBasicValue>[a] + [b]</VisualBasicValue>', '[a] + [b]'],
  ];
  for (const [what, value, text] of elements)
    it(`reads ${what} in the element of an expression`, () => {
      const write = `<WriteLine><WriteLine.Text>${value}</WriteLine.Text></WriteLine>`;
      const property = propertyOf(named(readSnippet(write), 'WriteLine'), 'Text')!;
      assert.deepEqual([property.text, property.expression !== undefined], [text, true]);
    });

  for (const nothing of ['{x:Null}', '{x:Reference a}', '{x:Type x:String}', '{&amp;}', '{a&#125;'])
    it(`takes ${nothing} for no value`, () =>
      assert.deepEqual(settings(named(readSnippet(`<WriteLine Text="${nothing}" />`), 'WriteLine')), []));
});
