/** A pair of files for each entry of the lists of noise: before and after a save that changes nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formsOf } from '../../../src/analysis/forms/form.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { processorMsOf } from '../../support/processor-time.ts';

const formOf = (path: string, text: string): string =>
  formsOf(openFile(path, Buffer.from(text)))
    .map(({ part, form }) => `${part} ${form}`)
    .join('\n');
const connectionsOf = (path: string, text: string): readonly (string | null)[] =>
  formsOf(openFile(path, Buffer.from(text))).map(({ connections }) => connections);

interface Pair {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

function saves(path: string, pairs: readonly Pair[]): void {
  for (const { name, before, after } of pairs)
    it(`takes no notice of ${name}`, () => {
      assert.notEqual(before, after);
      assert.equal(formOf(path, before), formOf(path, after));
    });
}

function counts(path: string, pairs: readonly Pair[]): void {
  for (const { name, before, after } of pairs)
    it(`sees ${name}`, () => assert.notEqual(formOf(path, before), formOf(path, after)));
}

const SADS = ' xmlns:sads="http://schemas.microsoft.com/netfx/2010/xaml/activities/debugger"';

/** Returns a workflow of UiPath: attributes of the root and of its sequence, content of both. */
function xaml({ root = '', ignorable = 'sap sap2010', sequence = '', head = '', inside = '' }): string {
  return `<Activity mc:Ignorable="${ignorable}" x:Class="Main"${root} xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:av="http://schemas.microsoft.com/winfx/2006/xaml/presentation" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:sap="http://schemas.microsoft.com/netfx/2009/xaml/activities/presentation" xmlns:sap2010="http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation" xmlns:scg="clr-namespace:System.Collections.Generic;assembly=mscorlib" xmlns:ui="http://schemas.uipath.com/workflow/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
  ${head}
  <Sequence DisplayName="Main"${sequence}>
    <ui:LogMessage Level="Info" Message="[&quot;begin&quot;]" />
    ${inside}
  </Sequence>
</Activity>`;
}

const list = (name: string, ...entries: readonly string[]): string =>
  `<TextExpression.${name}><scg:List x:TypeArguments="x:String">${entries.join('\n')}</scg:List></TextExpression.${name}>`;
const imports = (...names: readonly string[]): string =>
  list('NamespacesForImplementation', ...names.map((name) => `<x:String>${name}</x:String>`));
const references = (...names: readonly string[]): string =>
  list(
    'ReferencesForImplementation',
    ...names.map((name) => `<AssemblyReference>${name}</AssemblyReference>`),
  );

const viewState = (content: string): string =>
  `<sap:WorkflowViewStateService.ViewState><scg:Dictionary x:TypeArguments="x:String, x:Object">${content}</scg:Dictionary></sap:WorkflowViewStateService.ViewState>`;
const EXPANDED = viewState('<x:Boolean x:Key="IsExpanded">True</x:Boolean>');

describe('noise of UiPath', () => {
  saves('Main.xaml', [
    {
      name: 'HintSize',
      before: xaml({}),
      after: xaml({ sequence: ' sap:VirtualizedContainerService.HintSize="200,291"' }),
    },
    {
      name: 'HintSize as an element',
      before: xaml({}),
      after: xaml({
        inside:
          '<sap:VirtualizedContainerService.HintSize>200,291</sap:VirtualizedContainerService.HintSize>',
      }),
    },
    {
      name: 'IdRef',
      before: xaml({ sequence: ' sap2010:WorkflowViewState.IdRef="Sequence_1"' }),
      after: xaml({ sequence: ' sap2010:WorkflowViewState.IdRef="Sequence_7"' }),
    },
    {
      name: 'view state of an activity',
      before: xaml({ inside: EXPANDED }),
      after: xaml({
        inside: viewState(
          '<x:Boolean x:Key="IsExpanded">False</x:Boolean><av:Point x:Key="ShapeLocation">70,22.5</av:Point><av:Size x:Key="ShapeSize">60,60</av:Size><av:PointCollection x:Key="ConnectorLocation">130,60 160,60</av:PointCollection><x:Double x:Key="StateContainerWidth">737</x:Double><x:Int32 x:Key="n">1</x:Int32><x:String x:Key="s">a</x:String><x:Null x:Key="z" />',
        ),
      }),
    },
    {
      name: 'the manager of view states',
      before: xaml({}),
      after: xaml({
        head: `<sap2010:WorkflowViewState.ViewStateManager><sap2010:ViewStateManager><sap2010:ViewStateData Id="Sequence_1" sap:VirtualizedContainerService.HintSize="200,291">${EXPANDED}</sap2010:ViewStateData></sap2010:ViewStateManager></sap2010:WorkflowViewState.ViewStateManager>`,
      }),
    },
    {
      name: 'debug symbols',
      before: xaml({}),
      after: xaml({
        root: SADS,
        ignorable: 'sap sap2010 sads',
        head: '<sads:DebugSymbol.Symbol>dwFDOlxNYWluLnhhbWw=</sads:DebugSymbol.Symbol>',
      }),
    },
    {
      name: 'debug symbols in an attribute',
      before: xaml({}),
      after: xaml({ root: SADS, ignorable: 'sap sap2010 sads', sequence: ' sads:DebugSymbol.Symbol="dwFD"' }),
    },
    {
      name: 'the order of imports',
      before: xaml({ head: imports('System', 'System.IO') }),
      after: xaml({ head: imports('System.IO', 'System') }),
    },
    {
      name: 'the order of references',
      before: xaml({ head: references('mscorlib', 'System.Data') }),
      after: xaml({ head: references('System.Data', 'mscorlib') }),
    },
    {
      name: 'comments, line ends and indentation',
      before: xaml({ inside: '<!-- generated -->' }),
      after: xaml({}).replaceAll('\n', '\r\n    '),
    },
    {
      name: 'the order of attributes, and how they are written',
      before: xaml({ inside: '<ui:Comment Text="a&amp;b" DisplayName="Note" />' }),
      after: xaml({ inside: `<ui:Comment DisplayName='Note' Text="a&#x26;b"></ui:Comment>` }),
    },
  ]);
  counts('Main.xaml', [
    {
      name: 'a prefix of values that gets the namespace of debug symbols',
      before: xaml({ inside: '<ui:Get Value="{x:Null}" />' }),
      after: xaml({ inside: `<ui:Get Value="{x:Null}"${SADS.replace('sads', 'x')} />` }),
    },
    {
      name: 'an object hidden in a view state',
      before: xaml({ inside: EXPANDED }),
      after: xaml({ inside: viewState('<ui:InvokeCode x:Key="IsExpanded" />') }),
    },
    {
      name: 'an extension in place of a size',
      before: xaml({}),
      after: xaml({ sequence: ' sap:VirtualizedContainerService.HintSize="{x:Static ui:Hidden.Value}"' }),
    },
    {
      name: 'an annotation',
      before: xaml({}),
      after: xaml({ sequence: ' sap2010:Annotation.AnnotationText="why"' }),
    },
    { name: '{x:Null}', before: xaml({}), after: xaml({ sequence: ' Tag="{x:Null}"' }) },
    {
      name: 'an import more',
      before: xaml({ head: imports('System') }),
      after: xaml({ head: imports('System', 'System') }),
    },
    {
      name: 'another order of activities',
      before: xaml({ inside: '<ui:A /><ui:B />' }),
      after: xaml({ inside: '<ui:B /><ui:A />' }),
    },
    {
      name: 'another namespace behind a prefix',
      before: xaml({}),
      after: xaml({}).replace('schemas.uipath.com/workflow/activities', 'schemas.uipath.com/workflow/other'),
    },
    {
      name: 'another namespace behind a prefix that only values name',
      before: xaml({ root: ' xmlns:s="clr-namespace:A"', sequence: ' Tag="{s:Value}"' }),
      after: xaml({ root: ' xmlns:s="clr-namespace:B"', sequence: ' Tag="{s:Value}"' }),
    },
    {
      name: 'white space that is kept',
      before: xaml({ inside: '<x:String xml:space="preserve">a <b/> c</x:String>' }),
      after: xaml({ inside: '<x:String xml:space="preserve">a <b/>  c</x:String>' }),
    },
    {
      name: 'white space alone in an element',
      before: xaml({ inside: '<x:String> </x:String>' }),
      after: xaml({ inside: '<x:String></x:String>' }),
    },
    {
      name: 'white space in CDATA',
      before: xaml({ inside: '<![CDATA[ ]]><b/>' }),
      after: xaml({ inside: '<b/>' }),
    },
    { name: 'an instruction', before: xaml({ inside: '<?run now?>' }), after: xaml({}) },
  ]);

  const project = (versions: string): string =>
    `{"name":"Robot","main":"Main.xaml","dependencies":{"UiPath.System.Activities":"[24.10.0]"}${versions}}`;
  saves('project.json', [
    {
      name: 'the version of the project',
      before: project(',"projectVersion":"1.0.0"'),
      after: project(',"projectVersion":"1.0.4"'),
    },
    {
      name: 'the version of Studio',
      before: project(',"studioVersion":"24.4.0.0"'),
      after: project(',"studioVersion":"24.10.1.0"'),
    },
  ]);
  counts('project.json', [
    { name: 'another dependency', before: project(''), after: project('').replace('24.10.0', '24.10.1') },
    {
      name: 'a version in another object',
      before: project(',"a":{"studioVersion":"1"}'),
      after: project(',"a":{"studioVersion":"2"}'),
    },
  ]);
});

const ID = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';

/** Returns a cloud flow with one action, with members of its own and of its inputs. */
function flow({ action = '', inputs = '1', references = '{}', parameters = '{}' }): string {
  return `{"properties":{"connectionReferences":${references},"definition":{"$schema":"https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#","parameters":${parameters},"triggers":{"manual":{"type":"Request"}},"actions":{"Scope":{"type":"Scope","actions":{"Compose":{"type":"Compose","inputs":${inputs}${action}}}}}}},"schemaVersion":"1.0.0.0"}`;
}

describe('noise of Power Automate', () => {
  saves('Flow.json', [
    {
      name: 'operationMetadataId',
      before: flow({}),
      after: flow({ action: `,"metadata":{"operationMetadataId":"${ID}"}` }),
    },
    {
      name: 'operationMetadataId beside other metadata',
      before: flow({ action: ',"metadata":{"flowSystemMetadata":{}}' }),
      after: flow({ action: `,"metadata":{"operationMetadataId":"${ID}","flowSystemMetadata":{}}` }),
    },
    {
      name: 'the order of keys, and escapes',
      before: flow({ inputs: '{"a":"\\u0041","b":2}' }),
      after: flow({ inputs: '{ "b": 2, "a": "A" }' }),
    },
  ]);
  counts('Flow.json', [
    {
      name: 'data that looks like the metadata of an action',
      before: flow({ inputs: '{"metadata":{}}' }),
      after: flow({ inputs: `{"metadata":{"operationMetadataId":"${ID}"}}` }),
    },
    {
      name: 'an expression in place of the id',
      before: flow({}),
      after: flow({ action: `,"metadata":{"operationMetadataId":"@{outputs('x')}"}` }),
    },
    { name: 'another way to write a number', before: flow({ inputs: '1' }), after: flow({ inputs: '1.0' }) },
    {
      name: 'the last digit of a large number',
      before: flow({ inputs: '12345678901234567890' }),
      after: flow({ inputs: '12345678901234567891' }),
    },
    { name: 'the order of a list', before: flow({ inputs: '[1,2]' }), after: flow({ inputs: '[2,1]' }) },
    {
      name: 'which of two equal keys is the last',
      before: flow({ inputs: '{"a":1,"a":2}' }),
      after: flow({ inputs: '{"a":2,"a":1}' }),
    },
    {
      name: 'half of a surrogate pair',
      before: flow({ inputs: '"\\ud800"' }),
      after: flow({ inputs: '"\\ud801"' }),
    },
  ]);

  const reference = (name: string): string =>
    flow({
      references: `{"shared_sql":{"connection":{"name":"${name}","connectionReferenceLogicalName":"x_sql"},"api":{"name":"shared_sql"}}}`,
    });
  const older = (name: string): string =>
    flow({ references: `{"shared_sql":{"connectionName":"${name}","id":"/providers/x"}}` });
  const variable = (value: string): string =>
    flow({
      parameters: `{"Site (x_Site)":{"defaultValue":"${value}","type":"String","metadata":{"schemaName":"x_Site"}}}`,
    });
  const definition = (value: string): string =>
    `<environmentvariabledefinition schemaname="x_Site"><defaultvalue>${value}</defaultvalue><type>100000000</type></environmentvariabledefinition>`;
  const values = (value: string): string =>
    `{"environmentvariablevalues":{"environmentvariablevalue":{"@environmentvariablevalueid":"1","value":"${value}"}}}`;
  const environments: readonly (readonly [name: string, path: string, of: (value: string) => string])[] = [
    ['names of connections', 'Flow.json', reference],
    ['names of connections in older files', 'Flow.json', older],
    ['defaults of environment variables', 'Flow.json', variable],
    ['definitions of environment variables', 'environmentvariabledefinition.xml', definition],
    ['values of environment variables', 'environmentvariablevalues.json', values],
  ];
  for (const [name, path, of] of environments)
    it(`puts ${name} into a digest of their own`, () => {
      assert.equal(formOf(path, of('test')), formOf(path, of('production')));
      assert.notDeepEqual(connectionsOf(path, of('test')), connectionsOf(path, of('production')));
      assert.deepEqual(connectionsOf(path, of('test')), connectionsOf(path, of('test')));
    });
  it('takes the connections in any order', () => {
    const two = (...names: readonly string[]): string =>
      flow({ references: `{${names.map((name) => `"${name}":{"connectionName":"c-${name}"}`).join()}}` });
    assert.deepEqual(connectionsOf('Flow.json', two('a', 'b')), connectionsOf('Flow.json', two('b', 'a')));
  });
  counts('Flow.json', [
    {
      name: 'another logical name of a connection',
      before: reference('a'),
      after: reference('a').replace('x_sql', 'y_sql'),
    },
    {
      name: 'another default of a plain parameter',
      before: flow({ parameters: '{"p":{"defaultValue":1}}' }),
      after: flow({ parameters: '{"p":{"defaultValue":2}}' }),
    },
  ]);
});

describe('noise of desktop flows', () => {
  const script = "SET Total TO 0\nDisplay.ShowMessageDialog.ShowMessage Title: $'''Sum'''\n";
  saves('Script.txt', [
    {
      name: 'line ends and blanks at the end of lines',
      before: script,
      after: script.replaceAll('\n', ' \t\r\n'),
    },
    {
      name: '@@copilotGeneratedAction',
      before: script,
      after: `@@copilotGeneratedAction: 'False'\n${script}`,
    },
  ]);
  counts('Script.txt', [
    {
      name: 'a step behind a note, as a carriage return ends a line too',
      before: `@@copilotGeneratedAction: 'False'\n${script}`,
      after: `@@copilotGeneratedAction: 'False'\rSET Z TO 1\n${script}`,
    },
    {
      name: 'a comment that begins in a note',
      before: `@@copilotGeneratedAction: 'False'\nSET Z TO 1\n#/\n${script}`,
      after: `@@copilotGeneratedAction: 'False' /#\nSET Z TO 1\n#/\n${script}`,
    },
    {
      name: 'a step behind the name of a connection',
      before: `@@connectionDisplayName: 'A'\n${script}`,
      after: `@@connectionDisplayName: 'A'\rSET Z TO 1\n${script}`,
    },
    {
      name: 'a blank at the end of a line in a text',
      before: "SET A TO $'''x\ny'''\n",
      after: "SET A TO $'''x \ny'''\n",
    },
    { name: 'what a setting shows', before: script, after: `@@dataset: 'Sales'\n${script}` },
  ]);
  it('puts names of connections into a digest of their own', () => {
    const of = (name: string): string => `@@connectionDisplayName: '${name}'\n${script}`;
    assert.equal(formOf('Script.txt', of('test')), formOf('Script.txt', of('production')));
    assert.notDeepEqual(
      connectionsOf('Script.txt', of('test')),
      connectionsOf('Script.txt', of('production')),
    );
  });
});

describe('noise of Automation Anywhere', () => {
  const bot = (inside: string): string =>
    `{"nodes":[{"uid":"1","commandName":"messageBox","packageName":"MessageBox",${inside}}],"packages":[{"name":"MessageBox","version":"2.1.0"}],"variables":[]}`;
  saves('Bot', [
    {
      name: 'the order of keys',
      before: bot('"disabled":false,"returnTo":null'),
      after: bot('"returnTo":null,"disabled":false'),
    },
  ]);
  counts('Bot', [
    { name: 'the version of a package', before: bot('"a":1'), after: bot('"a":1').replace('2.1.0', '2.1.1') },
  ]);
});

/** Returns a process of Blue Prism with one stage. */
function process({ page = '', stage = '', type = 'Calculation', more = '' }): string {
  return `<process name="Load" version="1.0" bpversion="7.1.0" narrative="">${page}<stage stageid="s1" name="Add" type="${type}"><loginhibit />${stage}</stage>${more}</process>`;
}
const view = (x: number): string =>
  `<view><camerax>${x}</camerax><cameray>0</cameray><zoom version="2">1.25</zoom></view>`;
const display = (x: number): string => `<display x="${x}" y="-105" w="60" h="30" />`;
const older = (x: number): string =>
  `<displayx>${x}</displayx><displayy>-105</displayy><displaywidth>60</displaywidth><displayheight>30</displayheight>`;
const subsheet = (inside: string): string =>
  `<subsheet subsheetid="p1" type="Normal" published="False"><name>Page</name>${inside}</subsheet>`;

function release(contents: string, header = '<bpr:name>Release 1</bpr:name>'): string {
  return `<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release">${header}<bpr:release-notes /><bpr:created>2026-02-03 12:27:18Z</bpr:created><bpr:package-id>-1</bpr:package-id><bpr:package-name>P</bpr:package-name><bpr:user-created-by>admin</bpr:user-created-by><bpr:contents count="1">${contents}</bpr:contents></bpr:release>`;
}
const wrapped = (definition: string): string =>
  `<process id="1" name="Load" published="true" xmlns="http://www.blueprism.co.uk/product/process">${definition}</process>`;

describe('noise of Blue Prism', () => {
  saves('Load.bpprocess', [
    {
      name: 'places and sizes of stages',
      before: process({ stage: display(15) }),
      after: process({ stage: display(400) }),
    },
    {
      name: 'places and sizes in older files',
      before: process({ stage: older(15) }),
      after: process({ stage: older(-3.5) }),
    },
    {
      name: 'fonts',
      before: process({}),
      after: process({ stage: '<font family="Segoe UI" size="10" style="Regular" color="000000" />' }),
    },
    {
      name: 'the camera of the main page',
      before: process({ page: view(0) }),
      after: process({ page: view(255) }),
    },
    {
      name: 'the camera of a page',
      before: process({ page: subsheet(view(0)) }),
      after: process({ page: subsheet(view(12)) }),
    },
  ]);
  const block = '<stage stageid="b" name="Block1" type="Block"><display x="0" y="0" w="90" h="90" /></stage>';
  counts('Load.bpprocess', [
    {
      name: 'a stage that leaves a block',
      before: process({ stage: display(15), more: block }),
      after: process({ stage: display(400), more: block }),
    },
    {
      name: 'a place that is no number',
      before: process({ stage: '<displayx>1</displayx>' }),
      after: process({ stage: '<displayx>a</displayx>' }),
    },
    {
      name: 'what a stage does not log',
      before: process({}),
      after: process({}).replace('<loginhibit />', '<loginhibit onsuccess="true" />'),
    },
  ]);
  saves('R.bprelease', [
    {
      name: 'what a release says of itself',
      before: release(wrapped(process({}))),
      after: release(wrapped(process({})), '<bpr:name>Release 2</bpr:name>'),
    },
  ]);
  counts('R.bprelease', [
    {
      name: 'what a release holds beside its parts',
      before: release(''),
      after: release('', '<bpr:name>1</bpr:name><bpr:script />'),
    },
    {
      name: 'what a wrapper holds beside its process',
      before: release(wrapped(process({}))),
      after: release(wrapped(`${process({})}<more />`)),
    },
  ]);
  it('reads the declarations of a release once, however many parts it has', () => {
    const part = '<process name="a" bpversion="1" />';
    const big = release(Array.from({ length: 8000 }, () => wrapped(part)).join(''));
    // Once for each part takes two minutes.
    assert.ok(processorMsOf(() => formOf('R.bprelease', big)) < 15_000);
  });
  it('gives a process the same form by itself and in a release', () =>
    assert.equal(
      formOf('R.bprelease', release(wrapped(process({ stage: display(1) })))),
      formOf('Load.bpprocess', process({ stage: display(2) })),
    ));
});

describe('other files', () => {
  saves('a.xml', [
    {
      name: 'a comment in an empty element',
      before: '<a><b></b></a>',
      after: '<a><b><!-- saved --></b></a>',
    },
    {
      name: 'which Unicode encoding a declaration names',
      before: '<?xml version="1.0" encoding="utf-8"?><a>é</a>',
      after: '<?xml version="1.0" encoding="UTF-16"?><a>é</a>',
    },
  ]);
  counts('a.xml', [
    {
      name: 'an encoding that reads the same bytes as other characters',
      before: '<?xml version="1.0" encoding="utf-8"?><a>é</a>',
      after: '<?xml version="1.0" encoding="windows-1252"?><a>é</a>',
    },
  ]);
  saves('Code.cs', [{ name: 'line ends', before: 'a\nb', after: 'a\r\nb' }]);
  counts('Code.cs', [{ name: 'a blank at the end of a line', before: 'a\nb', after: 'a \nb' }]);
  it('compares what is no text by its bytes', () => {
    const [a, b] = [Buffer.from([0x89, 0x50, 0x0d, 0x0a]), Buffer.from([0x89, 0x50, 0x0a])];
    const of = (bytes: Buffer): unknown => formsOf(openFile('p.png', bytes));
    assert.deepEqual(of(a), of(a));
    assert.notDeepEqual(of(a), of(b));
  });
  it('has no form of a damaged file', () => {
    assert.throws(() => formOf('a.xaml', '<a>'), { code: 'unparsable_file' });
    assert.throws(() => formOf('a.json', '{"a":'), { code: 'unparsable_file' });
    assert.throws(() => formOf('a.json', '['.repeat(300)), { code: 'structure_limit_exceeded' });
  });
});
