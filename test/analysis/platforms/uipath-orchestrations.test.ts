import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { flowOf } from '../../../src/analysis/semantics/flow/flow-of.ts';
import { AppError } from '../../../src/errors.ts';

const GOLDENS = join(import.meta.dirname, '../../goldens/uipath');

function read(name: string, content: string | Buffer): Workflow {
  const { workflows } = readWorkflows(openFile(name, Buffer.from(content)), 'uipath');
  assert.equal(workflows.length, 1);
  return workflows[0]!;
}
const golden = (name: string): Workflow => read(name, readFileSync(join(GOLDENS, name)));

/** Prints each step with its depth, part, type, role, name and line. */
function stepsOf({ activities, source }: Workflow): readonly string[] {
  const depths: number[] = [];
  return activities.map(({ parent, slot, type, role, name, at }) => {
    depths.push(parent === -1 ? 0 : depths[parent]! + 1);
    const words = [slot, type, role, JSON.stringify(name)].filter((word) => word !== '');
    return `${'  '.repeat(depths.at(-1)!)}${words.join(' ')} ${source.lineAndColumn(at).line}`;
  });
}
const edgesOf = ({ transitions }: Workflow): readonly string[] =>
  transitions.map(({ from, when, to }) => `${from} ${when.join()} ${to}`);
const callsOf = ({ calls }: Workflow): readonly string[] =>
  calls.map(({ target, bindings }) => `${target}(${bindings.map(({ name }) => name).join()})`);
const argumentsOf = (workflow: Workflow): readonly string[] =>
  workflow.arguments.map(({ direction, key, type }) => `${direction} ${key} ${type}`);

describe('an API workflow', () => {
  const workflow = golden('ReportOrders.json');
  it('has its steps as the designer shows them', () => {
    assert.deepEqual([workflow.kind, workflow.language], ['uipath-api-workflow', 'javascript']);
    assert.deepEqual(stepsOf(workflow), [
      'Sequence sequence "Sequence" 42',
      '  WorkflowStart trigger "Workflow start" 45',
      '  HttpRequest http "Load orders" 62',
      '  ForEach loop "Each order" 82',
      '    JsInvoke script "Check amount" 93',
      '    If branch "Large order?" 112',
      '      Then Assign assign "Count" 125',
      '  Assign assign "Name report" 169',
      '  TryCatch try "Try mail" 184',
      '    Try Connector email "Tell sales" 187',
      '    Catch Catch catch "Catch" 206',
      '      Assign assign "Note error" 210',
      '  JsInvoke script "Archive" 234',
      '  Response respond "Answer" 253',
    ]);
  });
  it('has inputs, variables, loop items and connections', () => {
    assert.deepEqual(argumentsOf(workflow), ['in $workflow.input.region string']);
    assert.deepEqual(
      workflow.variables.map(({ key, owner }) => `${key} ${owner}`),
      [
        '$context.variables.count -1',
        '$context.variables.report -1',
        '$order 3',
        '$orderIndex 3',
        '$error 10',
      ],
    );
    assert.deepEqual(
      workflow.connections.map(({ connector }) => connector),
      ['uipath-microsoft-outlook365'],
    );
  });
  it('ends at its response, and leads errors of a try to the handler', () => {
    const graph = flowOf(workflow);
    const { heads, nodes } = graph.outgoing;
    const behind = (node: number): readonly number[] => [...nodes.slice(heads[node], heads[node + 1])];
    const answer = workflow.activities.findIndex(({ type }) => type === 'Response');
    assert.ok(behind(answer).includes(graph.end));
    const handler = workflow.activities.findIndex(({ role }) => role === 'catch');
    assert.ok(nodes.includes(handler));
  });
  it('says what is no task', () => {
    const odd = read('W.json', '{"document": {"dsl": "1.0.0"}, "do": [1, {"A": {"do": {}}}]}');
    assert.deepEqual(
      odd.unread.map(({ reason }) => reason),
      ['An entry of the list is no task.', 'The list of tasks is not an array.'],
    );
  });
});

describe('a flow', () => {
  const workflow = golden('OrderLetters.flow');
  it('has its nodes, those of an agent inside of it', () => {
    assert.deepEqual([workflow.kind, workflow.name], ['uipath-flow', 'Orders']);
    assert.deepEqual(stepsOf(workflow), [
      'core.trigger.manual trigger "Start" 6',
      'core.action.http http "Load order" 15',
      'core.logic.decision branch "Amount over 1000?" 30',
      'core.action.script script "Review" 41',
      'uipath.core.api-workflow invoke "Approve" 52',
      'uipath.agent.autonomous ai "Write letter" 63',
      '  uipath.agent.resource.context.index.rules other "House rules" 76',
      'core.logic.merge other "Merge" 85',
      'core.logic.decision branch "Once more?" 94',
      'core.control.end respond "End" 105',
    ]);
  });
  it('has edges, calls and places', () => {
    assert.deepEqual(edgesOf(workflow), [
      '0 next 1',
      '1 default 2',
      '1 failed 9',
      '2 true 3',
      '2 false 4',
      '3 next 7',
      '4 next 7',
      '7 next 5',
      '5 next 8',
      '8 true 1',
      '8 false 9',
      '3 failed -1',
    ]);
    assert.deepEqual(callsOf(workflow), ['Approve order(order)', '74eaa9af-1cfc-4137-b688-ad8f8092ed1a()']);
    assert.deepEqual(workflow.drawing?.areaOf(workflow.activities[1]!), {
      x: 360,
      y: 144,
      width: 96,
      height: 96,
    });
  });
  it('is read where nodes own each other in a circle', () => {
    const node = (id: string, parentId: string) => ({
      id,
      parentId,
      type: 'core.subflow',
      display: { label: id },
    });
    const circle = { nodes: [node('a', 'b'), node('b', 'a')], edges: [] };
    assert.equal(read('C.flow', JSON.stringify(circle)).activities.length, 2);
  });
});

describe('a BPMN process', () => {
  const workflow = golden('BookOrders.bpmn');
  it('has its steps, flows and boundary events', () => {
    assert.deepEqual([workflow.kind, workflow.name], ['uipath-process', 'Orders']);
    assert.deepEqual(stepsOf(workflow), [
      'startEvent trigger "Order received" 10',
      'exclusiveGateway branch "Amount?" 11',
      'serviceTask invoke "Book order" 12',
      'userTask approval "Ask manager" 21',
      'scriptTask script "Sum up" 22',
      'boundaryEvent catch "Too late" 24',
      'endEvent respond "Done" 27',
    ]);
    assert.deepEqual(edgesOf(workflow), [
      '0 next 1',
      '1 true 2',
      '1 next 3',
      '2 next 4',
      '3 next 4',
      '4 next 6',
      '5 next -1',
      '3 timedout 5',
    ]);
  });
  it('calls what a binding names, and has places', () => {
    assert.deepEqual(callsOf(workflow), ['Book order(Password)']);
    assert.deepEqual(workflow.drawing?.areaOf(workflow.activities[0]!), {
      x: 100,
      y: 100,
      width: 100,
      height: 80,
    });
  });
  it('is none with entities of its own', () => {
    const bomb =
      '<!DOCTYPE d [<!ENTITY a "aa">]><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:uipath="http://uipath.org/schema/bpmn">&a;</bpmn:definitions>';
    assert.throws(() => read('B.bpmn', bomb), AppError);
  });
});

describe('a case', () => {
  const workflow = golden('caseplan.json');
  it('has stages with tasks, and the ways between them', () => {
    assert.deepEqual(stepsOf(workflow), [
      'Stage sequence "Intake" 18',
      '  Tasks wait-for-event other "Wait for papers" 36',
      'Stage sequence "Review" 49',
      '  Tasks api-workflow invoke "Score" 68',
      'Stage sequence "Review" 88',
    ]);
    assert.deepEqual(edgesOf(workflow), ['0 next 2', '-1 next 4']);
    assert.deepEqual(argumentsOf(workflow), ['in vars.ref string']);
  });

  it('of the older form has its variables and bindings in its root, and edges between stages', () => {
    const plan = read(
      'caseplan.json',
      JSON.stringify({
        root: {
          name: 'Orders',
          caseIdentifier: 'ORD',
          data: {
            uipath: {
              variables: { inputs: [{ id: 'ref', type: 'string' }] },
              bindings: [{ id: 'b1', default: 'Score' }],
            },
          },
        },
        nodes: [
          { id: 'begin', type: 'case-management:Trigger' },
          {
            id: 'S1',
            type: 'case-management:Stage',
            data: {
              label: 'Intake',
              tasks: [[{ id: 't1', type: 'process', data: { name: '=bindings.b1' } }]],
            },
          },
        ],
        edges: [{ source: 'begin', target: 'S1' }],
      }),
    );
    assert.equal(plan.name, 'Orders');
    assert.deepEqual(edgesOf(plan), ['0 next 1']);
    assert.deepEqual(argumentsOf(plan), ['in vars.ref string']);
    assert.deepEqual(callsOf(plan), ['Score()']);
  });
});

describe('an agent', () => {
  it('has its guardrails as parts, and prompts as settings', () => {
    const workflow = golden('agent.json');
    assert.deepEqual(stepsOf(workflow), [
      'agent ai "agent" 1',
      '  Guardrails totally_safe other "Filter" 39',
      '  Guardrails harmful_content other "No hate" 54',
    ]);
    const prompts = workflow.activities[0]!.properties.filter(({ name }) => name.startsWith('messages.'));
    assert.deepEqual(
      prompts.map(({ name, expression }) => [name, expression?.mentions]),
      [
        ['messages.system', ['input.region']],
        ['messages.user', ['input.ticket']],
      ],
    );
  });
  it('has a tool that calls a process', () => {
    assert.deepEqual(callsOf(golden('resource.json')), ['Book order(order)']);
  });
});

/** Texts of each kind that are as deep or as long as a hostile author likes. */
const HOSTILE: readonly (readonly [what: string, name: string, content: string])[] = [
  [
    'an API workflow of nested tasks',
    'W.json',
    `{"document": {"dsl": "1.0.0"}, "do": ${'[{"a": {"do": '.repeat(5000)}`,
  ],
  [
    'a script of brackets',
    'W.json',
    JSON.stringify({
      document: { dsl: '1.0.0' },
      do: [{ a: { run: { script: { code: '(['.repeat(100_000) } } } }],
    }),
  ],
  [
    'a flow of many edges',
    'F.flow',
    JSON.stringify({
      nodes: Array.from({ length: 5000 }, (_, i) => ({
        id: `n${i}`,
        type: 'core.action.script',
        inputs: { script: `$vars.n${i}` },
      })),
      edges: Array.from({ length: 20_000 }, (_, i) => ({
        sourceNodeId: `n${i % 5000}`,
        targetNodeId: `n${(i * 7) % 5000}`,
      })),
    }),
  ],
  [
    'a prompt of open braces',
    'agent.json',
    JSON.stringify({ settings: {}, messages: [{ role: 'user', content: '{{'.repeat(200_000) }] }),
  ],
];

describe('a hostile file', () => {
  for (const [what, name, content] of HOSTILE)
    it(`is read or rejected in time: ${what}`, () => {
      const begun = process.cpuUsage();
      try {
        for (const { tree, mentions } of read(name, content).expressions)
          assert.ok(tree.end >= mentions.length * 0);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        assert.equal(error.code, error.code === 'structure_limit_exceeded' ? error.code : 'unparsable_file');
      }
      const { user } = process.cpuUsage(begun);
      assert.ok(user < 5_000_000, `${user / 1000} ms`);
    });
});
