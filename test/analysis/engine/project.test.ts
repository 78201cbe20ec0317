/** A project judged as an archive and from the facts of its files: the same findings at the same places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProjects } from '../../../src/analysis/engine/project/build-projects.ts';
import { callGraphOf } from '../../../src/analysis/engine/project/call-graph.ts';
import { judgeProject, type ProjectReport } from '../../../src/analysis/engine/project/project-report.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Finding } from '../../../src/analysis/model/finding.ts';
import type { FileFacts } from '../../../src/analysis/model/project.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { AppError } from '../../../src/errors.ts';
import { zip } from '../../support/files/zip.ts';

const engine = createEngine(RULES);
const TASK = { platform: undefined, ruleset: 'default', findingsMax: 100 } as const;
const PROJECT = '{"name":"Orders","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}';
const invoke = (file: string): string =>
  uipath.snippet(`<ui:InvokeWorkflowFile WorkflowFileName="${file}" />`);

const FILES: Readonly<Record<string, string>> = {
  'Orders/project.json': PROJECT.replace('Main.xaml', 'Start.xaml'),
  'Orders/Main.xaml': invoke('Steps\\Load.xaml'),
  'Orders/Steps/Load.xaml': invoke('Main.xaml'),
  'Orders/Steps/Save.xaml': invoke('Steps\\Gone.xaml'),
  'Other/project.json': PROJECT,
  'Other/Main.xaml': invoke('..\\Orders\\Steps\\Save.xaml'),
};

function factsOf(path: string, content: string): FileFacts {
  const task = { ...TASK, bytes: Buffer.from(content), filename: path.replace(/^.*\//, ''), factsPath: path };
  try {
    return engine.validate(task).facts!;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return engine.factsOfRejected(task);
  }
}

function reportOf(files: Readonly<Record<string, string>>): ProjectReport {
  const facts = Object.entries(files).map(([path, content]) => factsOf(path, content));
  // They travel between processes.
  const travelled = JSON.parse(JSON.stringify(facts)) as FileFacts[];
  const report = judgeProject(RULES, { ...TASK, facts: travelled, paths: Object.keys(files) });
  assert.deepEqual(report.ruleErrors, []);
  return report;
}

const judge = (files: Readonly<Record<string, string>>): readonly Finding[] => reportOf(files).findings;

/** Returns the calls of a report, such as `Main.xaml > Load.xaml found circular`. */
function callsOf({ callGraph: { workflows, calls } }: ProjectReport): string[] {
  const name = (index: number) => workflows[index]!.file;
  return calls.map(({ from, to, target, status, count, isCircular }) =>
    [name(from), '>', to === -1 ? `(${target})` : name(to), status, count, isCircular && 'circular']
      .filter((part) => part !== false)
      .join(' '),
  );
}

describe('the call graph of an upload', () => {
  it('leads between the topics of an agent, by its name and in its own folder', () => {
    const topic = (dialog: string): string =>
      `kind: AdaptiveDialog\nbeginDialog:\n  kind: OnRecognizedIntent\n  id: main\n  actions:\n    - kind: BeginDialog\n      id: b\n      dialog: ${dialog}\n`;
    const report = reportOf({
      'Helpdesk/topics/Start.mcs.yml': topic('nw_help.topic.Escalate'),
      'Helpdesk/topics/Escalate.topic.mcs.yml': topic('Start'),
      'Orders/topics/Escalate.mcs.yml': topic('nw_orders.topic.Gone'),
      'Orders/topics/Ask.mcs.yml':
        'kind: TaskDialog\naction:\n  kind: InvokeConnectedAgentTaskAction\n  botSchemaName: nw_help\n',
      'Helpdesk/settings.mcs.yml': 'displayName: Help\nschemaName: nw_help\n',
    });
    assert.deepEqual(callsOf(report), [
      'Helpdesk/topics/Escalate.topic.mcs.yml > Helpdesk/topics/Start.mcs.yml found 1 circular',
      'Helpdesk/topics/Start.mcs.yml > Helpdesk/topics/Escalate.topic.mcs.yml found 1 circular',
      'Orders/topics/Ask.mcs.yml > Helpdesk/settings.mcs.yml found 1',
      'Orders/topics/Escalate.mcs.yml > (nw_orders.topic.Gone) unknown 1',
    ]);
    assert.deepEqual(
      report.findings.map(({ ruleId }) => ruleId),
      [],
    );
  });

  it('has calls that are found, missing and unknown, and says which are circular', () => {
    assert.deepEqual(callsOf(reportOf(FILES)), [
      'Orders/Main.xaml > Orders/Steps/Load.xaml found 1 circular',
      'Orders/Steps/Load.xaml > Orders/Main.xaml found 1 circular',
      'Orders/Steps/Save.xaml > (Steps\\Gone.xaml) missing 1',
      'Other/Main.xaml > Orders/Steps/Save.xaml found 1',
    ]);
    const twice = `<ui:InvokeWorkflowFile WorkflowFileName="[target]" />`.repeat(2);
    const dynamic = { 'project.json': PROJECT, 'Main.xaml': uipath.snippet(twice) };
    assert.deepEqual(callsOf(reportOf(dynamic)), ['Main.xaml > () unknown 2']);
  });

  it('follows the names of processes within a solution', () => {
    const project = (Name: string, ProjectType: string, MainFile = ''): string =>
      JSON.stringify({ Name, ProjectType, MainFile });
    const tool = (processName: string, location: string, fields = ['month']): string =>
      JSON.stringify({
        $resourceType: 'tool',
        type: 'process',
        location,
        name: processName,
        inputSchema: { properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])) },
        properties: { processName, folderPath: 'solution_folder' },
      });
    const files = {
      'Pay/Pay.uipx': JSON.stringify({
        SolutionId: '1',
        Projects: ['Payroll', 'Advisor'].map((name) => ({ ProjectRelativePath: `${name}/project.uiproj` })),
      }),
      'Pay/Payroll/project.uiproj': project('Calculate pay', 'Process', 'Main.xaml'),
      'Pay/Payroll/project.json': PROJECT,
      'Pay/Payroll/Main.xaml': uipath
        .snippet('<Sequence />')
        .replace(
          '<Sequence',
          '<x:Members><x:Property Name="month" Type="InArgument(x:String)" /></x:Members><Sequence',
        ),
      'Pay/Advisor/project.uiproj':
        '<Project><PropertyGroup><Name>Advisor</Name><ProjectType>Agent</ProjectType></PropertyGroup></Project>',
      'Pay/Advisor/agent.json': JSON.stringify({ type: 'lowCode', settings: { model: 'm' }, messages: [] }),
      'Pay/Advisor/resources/a/resource.json': tool('calculate pay', 'solution', ['month', 'yaer']),
      'Pay/Advisor/resources/b/resource.json': tool('Gone', 'solution'),
      'Pay/Advisor/resources/c/resource.json': tool('Elsewhere', 'external'),
      'Other/resources/d/resource.json': tool('Calculate pay', 'solution'),
    };
    const report = reportOf(files);
    assert.deepEqual(callsOf(report), [
      'Other/resources/d/resource.json > (Calculate pay) unknown 1',
      'Pay/Advisor/resources/a/resource.json > Pay/Payroll/Main.xaml found 1',
      'Pay/Advisor/resources/b/resource.json > (Gone) missing 1',
      'Pay/Advisor/resources/c/resource.json > (Elsewhere) unknown 1',
    ]);
    const about = (rule: string): readonly string[] =>
      report.findings
        .filter(({ ruleId }) => ruleId === rule)
        .map(({ description }) => description.slice(0, description.indexOf('.') + 1));
    assert.deepEqual(about('UIP-REL-010'), ['"Gone" invokes "Gone", which is not in the solution.']);
    assert.deepEqual(about('UIP-REL-011'), [
      '"calculate pay" hands over "yaer" which the invoked workflow does not have.',
    ]);
  });

  it('masks secrets in targets', () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const report = reportOf({ 'project.json': PROJECT, 'Main.xaml': invoke(`${secret}.xaml`) });
    assert.equal(report.callGraph.calls.length, 1);
    assert.ok(!JSON.stringify(report.callGraph).includes(secret));
  });

  it('is bounded, and says so', () => {
    const workflows = Object.entries(FILES).flatMap(([path, text]) => factsOf(path, text).workflows);
    const projects = buildProjects({ workflows, paths: Object.keys(FILES), isWhole: true });
    const bounded = callGraphOf(projects, { workflowsMax: 3, callsMax: 3 });
    assert.equal(bounded.workflows.length, 3);
    assert.equal(bounded.calls.length, 3);
    assert.equal(bounded.isComplete, false);
  });
});

const inShort = (findings: readonly Finding[]): string[] =>
  findings
    .map(
      ({ ruleId, location }) =>
        `${ruleId} ${location.names[0]}:${location.line}:${location.column} ${location.path}`,
    )
    .sort();

describe('a cloud flow by itself', () => {
  const id = '11111111-2222-3333-4444-555555555555';
  const calling = (called: string): string =>
    powerAutomate.snippet(
      `"Run": {"type": "Workflow", "inputs": {"host": {"workflowReferenceName": "${called}"}}, "runAfter": {}}`,
    );
  const cycles = (called: string): number => {
    const bytes = Buffer.from(calling(called));
    const report = engine.validate({ ...TASK, bytes, filename: `Load-${id.toUpperCase()}.json` });
    return report.findings.filter(({ ruleId }) => ruleId === 'XPL-REL-001').length;
  };

  it('may call itself, and nothing else that is known', () => {
    assert.equal(cycles(id), 1);
    assert.equal(cycles(`{${id.toUpperCase()}}`), 1);
    assert.equal(cycles(id.replace('1', '9')), 0);
  });
});

describe('a Git folder of Automation Anywhere', () => {
  const bot = (nodes: string, variables = ''): string =>
    `{"nodes":[${nodes}],"variables":[${variables}],"packages":[]}`;
  const run = `{"uid":"r","commandName":"runTask","packageName":"TaskBot","attributes":[{"name":"taskbot","value":{"type":"TASKBOT","taskbotFile":{"type":"FILE","string":"repository:///Automation%20Anywhere/Bots/Load"},"taskbotInput":{"type":"DICTIONARY","dictionary":[{"key":"sMonth","value":{"type":"STRING","string":"1"}}]}}}]}`;
  const folder = 'repo/Automation Anywhere/Bots';
  const files = {
    [`${folder}/bot_Main/content.json`]: bot(run),
    [`${folder}/bot_Main/dependencies.json`]:
      '{"path":"Automation Anywhere\\\\Bots\\\\Main","scannedDependencies":["Automation Anywhere\\\\Bots\\\\Load"]}',
    [`${folder}/bot_Load/content.json`]: bot(
      '{"uid":"d","commandName":"delay","packageName":"Delay"}',
      '{"name":"sYear","type":"STRING","input":true}',
    ),
  };

  it('connects bots by the names of their folders, file by file and as an archive', () => {
    const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
    const archive = engine.validate({ ...TASK, bytes: zip(entries), filename: 'repo.zip' });
    for (const findings of [judge(files), archive.findings]) {
      const across = findings.filter(({ ruleId }) => /^AAB-REL-01[12]$/.test(ruleId));
      assert.deepEqual(
        across.map(({ ruleId, location, description }) => [
          ruleId,
          location.names[1],
          description.split('.')[0],
        ]),
        [['AAB-REL-012', 'Main', '"Load" has no input "sMonth"']],
      );
    }
  });

  it('finds what bots need in each of two repositories of one upload', () => {
    const bot =
      '{"nodes":[{"uid":"d","commandName":"delay","packageName":"Delay"}],"variables":[],"packages":[]}';
    const repository = (root: string, needed: string): Record<string, string> => ({
      [`${root}/Automation Anywhere/Bots/bot_Main/content.json`]: bot,
      [`${root}/Automation Anywhere/Bots/bot_Main/dependencies.json`]: `{"path":"Automation Anywhere\\\\Bots\\\\Main","scannedDependencies":["Automation Anywhere\\\\Bots\\\\${needed}.csv"]}`,
      [`${root}/Automation Anywhere/Bots/bot_Load/content.json`]: bot,
      [`${root}/Automation Anywhere/Bots/${root}.csv`]: 'name;amount',
    });
    const missing = judge({
      ...repository('one', 'one'),
      ...repository('two', 'two'),
      ...repository('three', 'four'),
    })
      .filter(({ ruleId }) => ruleId === 'AAB-REL-011')
      .map(({ description }) => description.split(',')[0]);
    assert.deepEqual(missing, ['"Automation Anywhere/Bots/Main" needs "Automation Anywhere/Bots/four.csv"']);
  });
});

describe('exports of Blue Prism beside a release', () => {
  const calling = (name: string): string =>
    `<process name="${name}" version="1.0" bpversion="7.2.0.0"><stage stageid="s" name="Start" type="Start"><onsuccess>c</onsuccess></stage><stage stageid="c" name="Call" type="Action"><onsuccess>e</onsuccess><resource object="SAP" action="Log in"/></stage><stage stageid="e" name="End" type="End"/></process>`;
  const release = `<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release"><bpr:name>Orders</bpr:name><bpr:contents count="1"><process id="p1" name="Load" xmlns="http://www.blueprism.co.uk/product/process">${calling('Load')}</process></bpr:contents></bpr:release>`;

  it('may call objects that are not there, and the release may not', () => {
    const found = judge({ 'Orders.bprelease': release, 'Save.bpprocess': calling('Save') });
    assert.deepEqual(
      found.map(({ ruleId, location }) => `${ruleId} ${location.names.join(' > ')}`),
      ['BPR-REL-011 Orders.bprelease > Load > Main Page > Call > SAP::Log in'],
    );
  });
});

describe('a project', () => {
  const entries = Object.entries(FILES).map(([name, content]) => ({ name, content }));
  const archive = engine.validate({ ...TASK, bytes: zip(entries), filename: 'all.zip' });
  const across = archive.findings.filter(({ ruleId }) => /^(?:UIP-REL-0(?:10|28)|XPL-REL-001)$/.test(ruleId));

  it('has the same findings as an archive and file by file', () => {
    assert.deepEqual(inShort(judge(FILES)), inShort(across));
    assert.deepEqual(across.map(({ ruleId, location }) => `${ruleId} ${location.names[0]}`).sort(), [
      'UIP-REL-010 Orders/Steps/Save.xaml',
      'UIP-REL-028 Orders/project.json',
      'XPL-REL-001 Orders/Main.xaml',
    ]);
  });

  it('preserves the identity of its findings when lines are added above them', () => {
    const moved = {
      ...FILES,
      'Orders/Steps/Save.xaml': FILES['Orders/Steps/Save.xaml']!.replace('<Sequence', '\n\n<Sequence'),
    };
    const ids = (findings: readonly Finding[]): string[] => findings.map(({ id }) => id).sort();
    assert.deepEqual(ids(judge(moved)), ids(judge(FILES)));
    assert.equal(new Set(ids(judge(FILES))).size, 3);
  });

  it('is not judged by one of its files', () => {
    const alone = engine.validate({
      ...TASK,
      bytes: Buffer.from(invoke('Gone.xaml')),
      filename: 'Main.xaml',
    });
    assert.deepEqual(
      alone.findings.filter(({ ruleId }) => ruleId === 'UIP-REL-010'),
      [],
    );
    assert.ok(!alone.evaluatedRuleIds.includes('UIP-REL-010'));
    assert.ok(archive.evaluatedRuleIds.includes('UIP-REL-010'));
  });

  it('with a damaged project file says so', () => {
    const files = { 'project.json': '{"name":', 'Main.xaml': invoke('Load.xaml') };
    const found = inShort(judge(files));
    assert.ok(found.includes('UIP-REL-028 project.json:1:1 /'), found.join());
  });
});
