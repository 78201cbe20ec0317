/** Files that are known and not analysed: named once a kind, in projects, in archives and alone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeProject } from '../../../src/analysis/engine/project/project-report.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import {
  ARTEFACT_KINDS,
  type ArtefactKind,
} from '../../../src/analysis/platforms/artefacts/artefact-kinds.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';

const engine = createEngine(RULES);
const task = (filename: string, content: string | Buffer, factsPath?: string) => ({
  bytes: Buffer.from(content),
  filename,
  platform: undefined,
  ruleset: 'default' as const,
  findingsMax: 1000,
  ...(factsPath === undefined ? {} : { factsPath }),
});

const CODED =
  'using UiPath.CodedWorkflows;\npublic class Post : CodedWorkflow\n{ [Workflow] public void Execute() {} }';
const CLEAN = uipath.snippet('<Sequence DisplayName="Nothing"/>');
const AI_MODELS =
  '<ImportExportXml><Workflows></Workflows><AIModels><AIModel><msdyn_name>Fish Species</msdyn_name><AIConfigurations><AIConfiguration><msdyn_customconfiguration>{}</msdyn_customconfiguration></AIConfiguration></AIConfigurations></AIModel></AIModels></ImportExportXml>';
const XRM = `<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:mxs="clr-namespace:Microsoft.Xrm.Sdk;assembly=Microsoft.Xrm.Sdk" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Class="W" />`;
const SNIPPET = `<Sequence xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:ui="http://schemas.uipath.com/workflow/activities" />`;
const nupkg = (vendor: string) =>
  zip([
    {
      name: 'Lib.nuspec',
      content: `<package><id>Lib</id><dependency id="${vendor}.System.Activities"/></package>`,
    },
    { name: 'lib/net6.0/Lib.dll', content: 'MZ' },
  ]);

/** One file of each kind, and near misses. */
const KNOWN: Readonly<
  Record<Exclude<ArtefactKind, 'nested-archive'>, readonly (readonly [string, string | Buffer])[]>
> = {
  'coded-workflow': [['Bare.cs.json', '{"arguments": []}']],
  'coded-agent': [['langgraph.json', '{"graphs": {"agent": "./main.py:graph"}}']],
  'other-xaml': [['Snippet.xaml', SNIPPET]],
  'compiled-package': [['Lib.1.0.0.nupkg', nupkg('UiPath')]],
  'unread-workbook': [['Data/Config.xls', 'PK is no zip']],
  'ai-models': [['customizations.xml', AI_MODELS]],
  'ai-prompt': [['aimodels/nw_prompt/model.json', '{"prompt": "Say hello"}']],
  'canvas-app': [['CanvasApps/nw_app_DocumentUri.msapp', zip([{ name: 'Properties.json', content: '{}' }])]],
  'classic-workflow': [['Workflows/Assign.xaml', XRM]],
  'logic-app': [
    [
      'Load/workflow.json',
      '{"kind": "Stateful", "definition": {"$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#", "triggers": {}, "actions": {}}}',
    ],
  ],
  'logic-app-resource': [
    ['Load.json', '{"kind": "Stateful", "definition": {"triggers": {}, "actions": {}}}'],
  ],
  'ai-skill': [
    [
      'manifest.json',
      '{"files": [{"path": "Automation Anywhere/AI/Ask", "contentType": "application/vnd.aa.prompt"}]}',
    ],
  ],
  'version-11': [
    ['Old.atmx', '<?xml version="1.0"?><TaskVersion>v11</TaskVersion>'],
    ['Lib.mbot', 'PK'],
  ],
  skill: [['Decipher.bpskill', '<skill xmlns="http://www.blueprism.co.uk/product/skill">AAAA</skill>']],
};

const NEAR_MISSES: readonly (readonly [string, string])[] = [
  ['customizations.xml', '<ImportExportXml><Workflows/><AIModels/></ImportExportXml>'],
  ['Model.cs', 'namespace UiPath.Shared; public class Order { public int Id { get; set; } }'],
  [
    'Tests/Nunit.cs',
    'using NUnit.Framework; // UiPath\npublic class T { [TestCase(1, 2)] public void Adds(int a, int b) {} }',
  ],
  ['Comment.cs', '// UiPath: Post : CodedWorkflow is in another file\npublic class Helper {}'],
  ['.codedworkflows/WorkflowRunnerService.cs', CODED],
  ['Agent/.agent-builder/agent.json', '{"messages": [], "settings": {}}'],
  ['docs/drawing.bpmn', '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>'],
  ['package.json', '{"name": "x", "version": "1.0.0"}'],
  [
    'Page.xaml',
    '<Page xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" xmlns:u="clr-namespace:UiPath.Demo"/>',
  ],
  ['readme.yml', 'kind: Deployment'],
];

function factsOf(path: string, content: string | Buffer) {
  try {
    return engine.validate(task(path.slice(path.lastIndexOf('/') + 1), content, path)).facts!;
  } catch {
    return engine.factsOfRejected(task(path, content, path));
  }
}

function judge(files: readonly (readonly [string, string | Buffer])[]) {
  return judgeProject(RULES, {
    facts: files.map(([path, content]) => factsOf(path, content)),
    paths: files.map(([path]) => path),
    ruleset: 'default',
    findingsMax: 1000,
  });
}

const idsOf = ({ findings }: { readonly findings: readonly { readonly ruleId: string }[] }): string[] =>
  findings.map(({ ruleId }) => ruleId).filter((id) => /^XPL-ENG-01[12]$/.test(id));

describe('a project', () => {
  for (const [kind, files] of Object.entries(KNOWN))
    it(`names a file of the kind ${kind}, and has nothing analysed`, () => {
      for (const file of files) {
        const report = judge([file]);
        assert.deepEqual(idsOf(report).sort(), ['XPL-ENG-011', 'XPL-ENG-012'], file[0]);
        assert.equal(report.isNothingAnalysed, true);
        const { many, one } = ARTEFACT_KINDS[kind as ArtefactKind];
        const [{ description = '' } = {}] = report.findings.filter(({ ruleId }) => ruleId === 'XPL-ENG-011');
        assert.ok(description.includes(one) || description.includes(many), description);
      }
    });

  it('names each kind once, with a bounded list of names', () => {
    const files = Array.from({ length: 10_000 }, (_, i) => [`Flows/Post${i}.xaml`, SNIPPET] as const);
    const report = judge([['Main.xaml', CLEAN], ...files]);
    assert.deepEqual(idsOf(report), ['XPL-ENG-011']);
    const { description } = report.findings.find(({ ruleId }) => ruleId === 'XPL-ENG-011')!;
    assert.match(
      description,
      /^10,000 XAML files of UiPath that are no workflows of Studio were not analysed: .* and 9,990 more\./,
    );
    assert.ok(description.length < 1500);
    assert.equal(report.isNothingAnalysed, false);
  });

  for (const [path, content] of NEAR_MISSES)
    it(`does not name ${path}`, () => assert.deepEqual(idsOf(judge([[path, content]])), []));

  it('shows control characters in names as escapes, and the end of long ones', () => {
    const report = judge([
      ['Main.xaml', CLEAN],
      [`${'x'.repeat(300)}\u001b[31m\n/Post.xaml`, SNIPPET],
    ]);
    const { description } = report.findings.find(({ ruleId }) => ruleId === 'XPL-ENG-011')!;
    assert.ok(description.startsWith('"…'), description);
    assert.match(description, /\\u001b\[31m\\n\/Post\.xaml" is a XAML file/);
  });
});

describe('a file alone', () => {
  it('is rejected with its kind and what to do', () => {
    assert.throws(() => engine.validate(task('Snippet.xaml', SNIPPET)), {
      code: 'unsupported_file_type',
      message:
        /^"Snippet\.xaml" is a XAML file of UiPath .*, which is not analysed\. Open the file in Studio/,
    });
  });
});

describe('an archive', () => {
  const archive = (...files: readonly (readonly [string, string | Buffer])[]) =>
    zip(files.map(([name, content]): ZipEntry => ({ name, content })));

  it('names what was not analysed beside a workflow', () => {
    const report = engine.validate(task('robot.zip', archive(['Main.xaml', CLEAN], ['Post.xaml', SNIPPET])));
    assert.deepEqual(idsOf(report), ['XPL-ENG-011']);
    assert.equal(report.score, 100);
    assert.equal(
      report.findings.find(({ ruleId }) => ruleId === 'XPL-ENG-011')!.location.names[0],
      'Post.xaml',
    );
  });

  it('is no compiled package when it holds workflows', () => {
    const published = archive(['Robot.nuspec', '<package>UiPath</package>'], ['content/Main.xaml', CLEAN]);
    assert.deepEqual(idsOf(engine.validate(task('Robot.1.0.0.nupkg', published))), []);
    const report = engine.validate(task('all.zip', archive(['Robot.1.0.0.nupkg', published])));
    assert.deepEqual([idsOf(report), report.kind], [[], 'uipath-archive']);
  });

  it('is rejected when nothing in it was analysed', () => {
    const project =
      '{"name": "R", "studioVersion": "23.10.0", "main": "Post.xaml", "dependencies": {}, "targetFramework": "Windows", "projectVersion": "1.0.0"}';
    for (const files of [
      [['Post.xaml', SNIPPET]],
      [
        ['project.json', project],
        ['Post.xaml', SNIPPET],
      ],
    ] as const)
      assert.throws(() => engine.validate(task('robot.zip', archive(...files))), {
        code: 'unsupported_file_type',
      });
  });

  it('is read with the archives inside it, under their paths', () => {
    const inner = archive(['Main.xaml', uipath.snippet('<ui:SendMail Password="Nordwind-71"/>')]);
    const report = engine.validate(task('outer.zip', archive(['a/robot.zip', archive(['deep.zip', inner])])));
    const places = report.findings
      .filter(({ severity }) => severity === 'critical')
      .map(({ location }) => location.names[0]);
    assert.deepEqual([...new Set(places)], ['a/robot.zip/deep.zip/Main.xaml']);
  });

  it('names archives that lie too deep, or are of another platform', () => {
    const flow =
      '{"properties": {"definition": {"$schema": "workflowdefinition.json#", "triggers": {}, "actions": {}}}}';
    const solution = archive(
      ['solution.xml', '<ImportExportXml/>'],
      ['customizations.xml', '<ImportExportXml/>'],
      ['Workflows/Load-11111111-2222-3333-4444-555555555555.json', flow],
    );
    const deep = archive(['1.zip', archive(['2.zip', archive(['3.zip', archive(['Main.xaml', CLEAN])])])]);
    for (const nested of [solution, deep]) {
      const report = engine.validate(task('outer.zip', archive(['Main.xaml', CLEAN], ['more.zip', nested])));
      assert.deepEqual(idsOf(report), ['XPL-ENG-011']);
      assert.match(report.findings.find(({ ruleId }) => ruleId === 'XPL-ENG-011')!.description, /more\.zip/);
    }
  });

  it('counts its limits over all levels', () => {
    const zeros = (bytes: number) => Buffer.alloc(bytes);
    const bomb = zip([{ name: 'Main.xaml', content: zeros(60_000_000) }]);
    const files = (count: number) =>
      zip(Array.from({ length: count }, (_, i) => ({ name: `f${i}`, content: '' })));
    assert.throws(() => engine.validate(task('outer.zip', archive(['bomb.zip', bomb]))), {
      code: 'archive_unsafe',
    });
    assert.throws(
      () => engine.validate(task('outer.zip', archive(['a.zip', files(6_000)], ['b.zip', files(6_000)]))),
      {
        code: 'archive_too_large',
        message: /archives inside have more than 10,000 members/,
      },
    );
  });
});
