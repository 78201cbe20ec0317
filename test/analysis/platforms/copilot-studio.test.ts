/** Agents of Copilot Studio: elements, settings, calls, places, and YAML that is built to exhaust its reader. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../../scripts/imports.ts';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';

function read(path: string, text: string): Workflow {
  const { kind, platform, workflows } = readWorkflows(openFile(path, Buffer.from(text)));
  assert.deepEqual([kind, platform, workflows.length], ['copilot-studio-part', 'power-automate', 1]);
  return workflows[0]!;
}

const stepsOf = ({ activities }: Workflow): string[] =>
  activities.map(
    ({ type, slot, properties, parent }) =>
      `${parent}${slot && `.${slot}`}: ${type} ${properties.map(({ name, text }) => `${name}=${text}`).join(' ')}`,
  );

describe('a part of an agent', () => {
  it('has its elements as steps, and small parts as settings', () => {
    const topic = read(
      'topics/Hours.mcs.yml',
      'mcs.metadata:\n  componentName: Hours\nkind: AdaptiveDialog\nbeginDialog:\n  kind: OnRecognizedIntent\n  id: main\n  actions:\n    - kind: ConditionGroup\n      id: c1\n      conditions:\n        - id: i1\n          condition: =Topic.Day = "Sunday"\n          actions:\n            - kind: SendActivity\n              id: s1\n              activity: Closed\n      elseActions:\n        - kind: BeginDialog\n          id: b1\n          dialog: nw.topic.Open\n',
    );
    assert.equal(topic.name, 'Hours');
    assert.deepEqual(stepsOf(topic), [
      '-1: AdaptiveDialog mcs.metadata.componentName=Hours kind=AdaptiveDialog',
      '0.beginDialog: OnRecognizedIntent kind=OnRecognizedIntent id=main',
      '1.actions: ConditionGroup kind=ConditionGroup id=c1',
      '2.conditions: ConditionItem id=i1 condition=Topic.Day = "Sunday"',
      '3.actions: SendActivity kind=SendActivity id=s1 activity=Closed',
      '2.elseActions: BeginDialog kind=BeginDialog id=b1 dialog=nw.topic.Open',
    ]);
    assert.deepEqual(
      topic.calls.map(({ target }) => target),
      ['nw.topic.Open'],
    );
    const [, , , , closed] = topic.activities;
    const { at } = closed!.properties.at(-1)!;
    assert.deepEqual(topic.source.lineAndColumn(at), { line: 16, column: 15 });
    assert.equal(topic.source.path(at), '/beginDialog/actions/0/conditions/0/actions/0/activity');
  });

  it('is a component or a row of the table of agents in a solution too', () => {
    const tool = read(
      'botcomponents/nw.tool.Stock/data',
      'kind: McpTool\nauthMode: Maker\nconnectionReference: nw.shared_stock.1\n',
    );
    assert.deepEqual([tool.artifactKey, tool.connections[0]!.connector], ['nw.tool.Stock', 'shared_stock']);
    const bot = read(
      'bots/nw/bot.xml',
      '<bot schemaname="nw"><authenticationmode>1</authenticationmode></bot>',
    );
    assert.deepEqual(stepsOf(bot), ['-1: AgentSettings authenticationMode=None']);
    const own = read(
      'bots/nw/configuration.json',
      '{"$kind": "BotConfiguration", "aISettings": {"$kind": "AISettings", "contentModeration": "Low"}}',
    );
    assert.match(stepsOf(own)[0]!, /aISettings\.contentModeration=Low$/);
  });

  it('is read as far as its YAML goes, and says where it ends', () => {
    const { unread, activities } = read('a.mcs.yml', 'kind: AdaptiveDialog\nid: a\n"b\n');
    assert.deepEqual([unread.length, activities[0]!.type], [1, 'AdaptiveDialog']);
    // The vendor leaves such keys without quotation marks.
    assert.deepEqual(read('b.mcs.yml', 'kind: A\n@odata.type: b\n').unread, []);
  });
});

describe('YAML that is built to exhaust its reader', () => {
  const file = (text: string) => readWorkflows(openFile('a.mcs.yml', Buffer.from(text)));
  const HEAD = 'kind: AdaptiveDialog\n';

  it('stops at a limit', () => {
    for (const text of [
      `a: ${'['.repeat(20_000)}`,
      `a: ${'- '.repeat(20_000)}`,
      Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      'a: "x"\n'.repeat(500_000),
      `b:\n${'- 1\n'.repeat(300_000)}`,
    ])
      assert.throws(() => file(HEAD + text), { code: 'structure_limit_exceeded' });
  });

  it('has what an alias stands for, where that stands, and runs no tag', () => {
    const text = `${HEAD}a: &one\n  x: 1\nb: *one\nc: &me [*me, y]\nd: !!js/function "z"\ne: *none\n`;
    const [workflow] = file(text).workflows;
    const { activities, source } = workflow!;
    assert.deepEqual(
      activities[0]!.properties.map(
        ({ name, text: value, at }) => `${name}=${value} ${source.lineAndColumn(at).line}`,
      ),
      ['kind=AdaptiveDialog 1', 'a.x=1 3', 'b.x=1 3', 'c.1=y 5', 'd=z 6'],
    );
  });

  it('is rejected where its aliases multiply', () => {
    const bomb = Array.from(
      { length: 30 },
      (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(i === 0 ? 0 : 10)} x]`,
    );
    assert.throws(() => file(HEAD + bomb.join('\n')), { code: 'structure_limit_exceeded' });
  });

  it('may open thousands of brackets in one line, one after the other', () => {
    const [workflow] = file(`${HEAD}a: [${'[x, "]"],'.repeat(6_000)}]`).workflows;
    assert.equal(workflow!.activities[0]!.properties.length, 12_001);
    assert.throws(() => file(`${HEAD}a: [${'[x, "]",'.repeat(6_000)}]`), {
      code: 'structure_limit_exceeded',
    });
  });
});

/** Reads a file of the goldens. */
const golden = (name: string): Workflow => {
  const bytes = readFileSync(join(ROOT, 'test/goldens/power-automate', name));
  return readWorkflows(openFile(`Workflows/${name}`, bytes)).workflows[0]!;
};

describe('the graph of a workflow', () => {
  const graph = golden('RouteComplaint.json');

  it('has its nodes as steps, with roles by type and connector, and notes of the canvas as notes', () => {
    assert.deepEqual([graph.kind, graph.name], ['copilot-studio-workflow', 'Route a complaint']);
    assert.deepEqual(
      graph.activities.map(({ name, role }) => `${name}: ${role}`),
      [
        'When a complaint arrives: trigger',
        'Assess the complaint: invoke',
        'Is it justified?: branch',
        'Book the refund: database',
        'Done: terminate',
      ],
    );
    assert.deepEqual(
      graph.notes.map(({ text }) => text),
      ['Complaints come to one mailbox'],
    );
  });

  it('has edges with their outcomes, places, callees and connections', () => {
    assert.deepEqual(
      graph.transitions.map(({ from, to, when }) => `${from} ${to} ${when.join()}`),
      ['0 1 ', '1 2 ', '2 3 condition:yes', '2 4 else', '3 4 '],
    );
    assert.deepEqual(
      graph.activities.slice(0, 2).map((step) => graph.drawing?.areaOf(step)),
      [
        { x: 0, y: 100, width: 240, height: 66 },
        { x: 300, y: 100, width: 260, height: 80 },
      ],
    );
    assert.deepEqual(
      graph.calls.map(({ target }) => target),
      ['nw_complaints'],
    );
    assert.deepEqual(
      graph.connections.map(({ name, connector }) => [name, connector]),
      [
        ['shared_office365', 'shared_office365'],
        ['shared_sql-1', 'shared_sql'],
      ],
    );
    const secret = graph.activities[3]!.properties.find(({ name }) => name === 'parameters.password')!;
    assert.equal(
      graph.source.path(secret.at),
      '/trigger/metadata/associatedData/graph/nodes/4/data/config/parameters/password',
    );
  });

  it('may lack everything but its lists', () => {
    const text = JSON.stringify({
      trigger: {
        metadata: {
          associatedData: {
            graph: { nodes: [null, 7, {}, { id: 'a', data: [] }], edges: [{}, { source: 'a', target: 'b' }] },
          },
        },
      },
    });
    const { workflows, kind } = readWorkflows(openFile('Workflows/Bare.json', Buffer.from(text)));
    assert.deepEqual([kind, workflows[0]!.name], ['copilot-studio-workflow', 'Bare']);
    assert.deepEqual(
      workflows[0]!.transitions.map(({ from, to, target }) => [from, to, target]),
      [
        [-1, -1, ''],
        [1, -1, 'b'],
      ],
    );
  });
});

describe('a flow of the workflow designer', () => {
  const flow = golden('AnswerComplaints-3F2504E0-4F89-41D3-9A0C-0305E82C33A1.json');

  it('has the names that its author gave the nodes', () => {
    assert.deepEqual(
      flow.activities.map(({ name, id, rawName }) => [name, id, rawName !== undefined]),
      [
        ['When a complaint arrives', 'When_a_complaint_arrives', true],
        ['Answer the complaint', 'agent-1', false],
        ['Count the complaint', 'agent-2', false],
        ['End', 'end-1', false],
        ['Terminate default', 'Terminate_default', true],
      ],
    );
  });

  it('calls agents, and does not take what the designer adds for unreachable', () => {
    assert.deepEqual(
      flow.calls.map(({ name, target, bindings }) => [name, target, bindings.map((binding) => binding.name)]),
      [['Count the complaint', 'nw_statistics', ['body/prompt']]],
    );
    assert.deepEqual(
      flow.activities.map(({ role, reachable }) => [role, reachable]),
      [
        ['trigger', true],
        ['ai', true],
        ['invoke', true],
        ['terminate', true],
        ['terminate', true],
      ],
    );
  });
});
