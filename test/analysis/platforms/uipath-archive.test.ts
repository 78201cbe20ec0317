/** Packages, zips of project folders and project.json: what is recognised, what is read, and what a damaged member costs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows, recognise as recogniseAny } from '../../../src/analysis/platforms/read-workflows.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';

const workflow = (body = '<WriteLine Text="hello" />'): string => uipath.snippet(body);
const project = (extra: object = {}): string =>
  JSON.stringify({
    name: 'Invoices',
    projectId: '0f5e2c1a-0000-4000-8000-000000000001',
    main: 'Main.xaml',
    dependencies: { 'UiPath.System.Activities': '[24.10.5]', 'UiPath.Mail.Activities': '1.23.1' },
    projectVersion: '1.0.0',
    runtimeOptions: { isAttended: false, excludedLoggedData: ['Private:*', '*password*'] },
    designOptions: { outputType: 'Process', fileInfoCollection: [{ fileName: 'A.xaml' }] },
    expressionLanguage: 'CSharp',
    entryPoints: [{ filePath: 'Main.xaml', input: [] }],
    ...extra,
  });
const PAGE = '<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" />';
const CLASSIC = `<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"
  xmlns:mxs="clr-namespace:Microsoft.Xrm.Sdk;assembly=Microsoft.Xrm.Sdk" />`;

const kindOf = (name: string, content: string | Buffer): string | undefined =>
  uipath.recognise(openFile(name, Buffer.from(content)));

/** `path: kind name` of everything in an archive. */
function outline(...entries: ZipEntry[]): string[] {
  const file = openFile('project.zip', zip(entries));
  return uipath.read(file, 'uipath-archive').map(({ file, kind, name }) => `${file}: ${kind} ${name}`);
}

describe('project.json', () => {
  const accepted: readonly (readonly [string, object])[] = [
    ['of a process', {}],
    ['of a library without a main file', { main: '' }],
    ['with a coded main workflow', { main: 'Main.cs', designOptions: undefined }],
    ['without dependencies in it', { dependencies: {} }],
  ];
  for (const [what, extra] of accepted) {
    it(`is recognised ${what}`, () => assert.equal(kindOf('project.json', project(extra)), 'uipath-project'));
  }
  const rejected: readonly (readonly [string, string])[] = [
    ['a package of Node.js', '{"name":"a","version":"1.0.0","main":"index.js","dependencies":{"b":"^1"}}'],
    ['a list', '[{"main":"Main.xaml","dependencies":{}}]'],
    ['dependencies that are a list', '{"main":"Main.xaml","dependencies":[]}'],
    ['entry points alone', '{"$id":"entry-points.json","entryPoints":[]}'],
  ];
  for (const [what, text] of rejected) {
    it(`is not ${what}`, () => assert.equal(kindOf('project.json', text), undefined));
  }
  it('is read as settings, with a line for each entry of a list', () => {
    const [read] = uipath.read(openFile('project.json', Buffer.from(project())), 'uipath-project');
    assert.equal(read!.name, 'Invoices');
    assert.equal(read!.artifactKey, '0f5e2c1a-0000-4000-8000-000000000001');
    assert.equal(read!.language, 'csharp');
    assert.deepEqual(read!.activities, []);
    const settings = Object.fromEntries(read!.settings);
    assert.equal(settings['dependencies.UiPath.System.Activities'], '[24.10.5]');
    assert.equal(settings['runtimeOptions.isAttended'], 'false');
    assert.equal(settings['runtimeOptions.excludedLoggedData'], 'Private:*\n*password*');
    assert.equal(settings['entryPoints.0.filePath'], 'Main.xaml');
    assert.ok(!read!.settings.has('designOptions.fileInfoCollection.0.fileName'));
  });
  it('is unparsable, not unsupported, when it is cut off', () => {
    const cut = Buffer.from('{"studioVersion":"24.10.1","main":"Main.xaml","dependencies":{');
    assert.throws(() => recogniseAny(openFile('project.json', cut)), { code: 'unparsable_file' });
  });
});

describe('an archive', () => {
  const accepted: readonly (readonly [string, readonly ZipEntry[]])[] = [
    ['a project folder', [{ name: 'Invoices/project.json', content: project() }]],
    ['workflows without a project', [{ name: 'Main.xaml', content: workflow() }]],
    ['a legacy package', [{ name: 'lib/net45/Main.xaml', content: workflow() }]],
    [
      'a damaged project with a workflow',
      [
        { name: 'content/project.json', content: '{' },
        { name: 'content/Main.xaml', content: workflow() },
      ],
    ],
  ];
  for (const [what, entries] of accepted) {
    it(`is recognised with ${what}`, () =>
      assert.equal(recogniseAny(openFile('a.nupkg', zip([...entries]))).kind, 'uipath-archive'));
  }
  const rejected: readonly (readonly [string, readonly ZipEntry[]])[] = [
    ['nothing', []],
    ['pages of a program', [{ name: 'Window.xaml', content: PAGE }]],
    ['classic workflows of Dynamics', [{ name: 'Workflows/a.xaml', content: CLASSIC }]],
    ['a project of something else', [{ name: 'project.json', content: '{"dependencies":{},"main":"a.js"}' }]],
    ['files of another system beside ours', [{ name: '__MACOSX/._Main.xaml', content: workflow() }]],
  ];
  for (const [what, entries] of rejected) {
    it(`is not one with ${what}`, () => assert.equal(kindOf('a.zip', zip([...entries])), undefined));
  }
  it('that is a compiled library is rejected with advice', () => {
    const library = zip([
      { name: 'Tools.nuspec', content: '<package />' },
      { name: 'lib/net6.0/Tools.dll', content: 'MZ' },
    ]);
    assert.throws(() => recogniseAny(openFile('Tools.1.0.0.nupkg', library)), {
      code: 'unsupported_file_type',
      message: /libraries are published compiled/,
    });
  });
  it('gives every project and workflow, and passes over what is not one', () => {
    assert.deepEqual(
      outline(
        { name: 'a/Main.xaml', content: workflow() },
        { name: 'a/project.json', content: project() },
        { name: 'a/Views/Window.xaml', content: PAGE },
        { name: 'a/.local/Copy.xaml', content: workflow() },
        { name: 'a/data.json', content: '{' },
      ),
      ['a/project.json: uipath-project Invoices', 'a/Main.xaml: uipath-workflow Main'],
    );
  });
  it('reports each damaged member alone', () => {
    const damaged = outline(
      { name: 'project.json', content: '{"main": ' },
      { name: 'Main.xaml', content: workflow() },
      { name: 'Cut.xaml', content: workflow().slice(0, -30) },
      { name: 'Empty.xaml', content: '' },
    );
    assert.deepEqual(damaged, [
      'project.json: unreadable project.json',
      'Main.xaml: uipath-workflow Main',
      'Cut.xaml: unreadable Cut.xaml',
      'Empty.xaml: unreadable Empty.xaml',
    ]);
  });
  it('distinguishes workflows by the project that they are in', () => {
    const { workflows } = readWorkflows(
      openFile(
        'a.zip',
        zip([
          { name: 'one/project.json', content: project({ projectId: 'p1' }) },
          { name: 'two/project.json', content: project({ projectId: undefined, name: 'Second' }) },
          { name: 'one/Tasks/Main.xaml', content: workflow() },
          { name: 'two/Main.xaml', content: workflow() },
          { name: 'Main.xaml', content: workflow() },
        ]),
      ),
    );
    const keys = workflows.map(({ artifactKey }) => artifactKey);
    assert.deepEqual(keys, ['p1', 'Second', 'p1/Tasks/Main.xaml', 'Second/Main.xaml', '/Main.xaml']);
  });
  it('names the file in every finding', () => {
    const bytes = zip([
      { name: 'project.json', content: project() },
      { name: 'Main.xaml', content: workflow(`<ui:SendMail Password="${['Nord', 'wind'].join('')}-71" />`) },
      { name: 'Cut.xaml', content: workflow().slice(0, -30) },
    ]);
    const engine = createEngine(RULES);
    const { findings, kind } = engine.validate({
      bytes,
      filename: 'a.zip',
      platform: 'uipath',
      ruleset: 'default',
      findingsMax: 100,
    });
    assert.equal(kind, 'uipath-archive');
    const places = findings.map(({ ruleId, location }) => `${ruleId} ${location.names[0]}`);
    assert.ok(places.includes('UIP-SEC-001 Main.xaml'));
    assert.ok(places.includes('XPL-ENG-001 Cut.xaml'));
    // Where the reader stopped, as the sentence says.
    const cut = findings.find(({ ruleId }) => ruleId === 'XPL-ENG-001')!;
    const { line, column } = cut.location;
    assert.ok(column > 1 && cut.description.startsWith(`Line ${line}, column ${column}`), cut.description);
  });
});
