/** Cells: who reads and writes what, in each language, and which values arrive where. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { cellsOf } from '../../../src/analysis/semantics/cells/cells.ts';
import {
  definitionsAt,
  heldAt,
  leadingTo,
  unavoidableFrom,
  type Writers,
  writersOf,
} from '../../../src/analysis/semantics/cells/order.ts';
import { flowOf } from '../../../src/analysis/semantics/flow/flow-of.ts';
import { FLOW, type FlowGraph } from '../../../src/analysis/semantics/flow/graph.ts';
import { cellLines } from '../../support/analysis/cells-text.ts';
import { randomGraph, randomNumbers } from '../../support/analysis/random-graph.ts';
import { readSnippet as readProcess } from '../../support/files/blue-prism.ts';
import { readFragment } from '../../support/files/flow.ts';
import { readScriptText } from '../../support/files/robin.ts';
import { readSnippet as readBot } from '../../support/files/task-bot.ts';
import { readSnippet as readXaml } from '../../support/files/xaml.ts';

type Case = readonly [what: string, read: () => Workflow, lines: readonly string[]];

const variable = (name: string, more = ''): string =>
  `<Variable x:TypeArguments="x:String" Name="${name}" ${more}/>`;

const CASES: readonly Case[] = [
  [
    'UiPath: an assignment reads its value and writes its target',
    () => readXaml(`${variable('a')}${variable('b')}<Assign DisplayName="Copy" To="[a]" Value="[b.Trim]" />`),
    ['b: reads Copy.Value', 'a: writes Copy.To'],
  ],
  [
    'UiPath: a write to an item reads what it belongs to, and its key',
    () =>
      readXaml(
        `${variable('d')}${variable('k')}<Assign DisplayName="Set"><Assign.To><OutArgument x:TypeArguments="x:String">[d(k)]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">x</InArgument></Assign.Value></Assign>`,
      ),
    ['d: reads Set.To writes Set.To weak', 'k: reads Set.To'],
  ],
  [
    'UiPath: a loop writes its item, and a default reads',
    () =>
      readXaml(
        `${variable('a')}${variable('b', 'Default="[a]"')}<ui:ForEach DisplayName="Each" Values="[b]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="x:String" Name="item" /></ActivityAction.Argument><WriteLine DisplayName="Say" Text="[item]" /></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
      ),
    ['a: reads Main', 'item: reads Say.Text writes Each', 'b: reads Each.Values'],
  ],
  [
    'UiPath: a setting that no table lists may be an output',
    () => readXaml(`${variable('a')}<ui:FindNovelty DisplayName="Find" Answer="[a]" />`),
    ['a: reads Find.Answer writes Find.Answer possible'],
  ],
  [
    'UiPath: a selector reads the variables in its holes',
    () =>
      readXaml(
        `${variable('a')}<ui:Click DisplayName="Click"><ui:Click.Target><ui:Target Selector="&lt;wnd title='{{a}}' /&gt;" /></ui:Click.Target></ui:Click>`,
      ),
    ['a: reads Click.Target.Selector'],
  ],
  [
    'UiPath: an inner scope has a cell of its own',
    () =>
      readXaml(
        `${variable('a')}<WriteLine DisplayName="Outer" Text="[a]" /><Sequence DisplayName="In"><Sequence.Variables>${variable('a')}</Sequence.Variables><WriteLine DisplayName="Inner" Text="[a]" /></Sequence>`,
      ),
    ['a: reads Outer.Text', 'a: reads Inner.Text'],
  ],
  [
    'cloud flow: an append keeps what was there, and an action has an output',
    () =>
      readFragment(
        `"A": {"type": "AppendToStringVariable", "inputs": {"name": "v", "value": "@body('B')"}, "runAfter": {"B": ["Succeeded"]}}, "B": {"type": "Compose", "inputs": "@variables('v')", "runAfter": {}}`,
      ),
    [
      'action:b: reads A.inputs.value writes B',
      'variable:v: reads A.inputs.name, B.inputs writes A.inputs.name weak',
      'action:recurrence: writes Recurrence',
      'action:a: writes A',
    ],
  ],
  [
    'desktop flow: actions write what they return',
    () => readScriptText('SET a TO 1\nText.ToNumber Text: a Number=> b\n'),
    ['a: reads To number.Text writes Set a.Variable', 'b: writes To number.Number'],
  ],
  [
    'bot: commands write what they return',
    () =>
      readBot(
        '{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "expression": "$a$x"}}], "returnTo": {"type": "VARIABLE", "variableName": "b"}}',
      ),
    ['a: reads String: assign.sourceString', 'b: writes String: assign.returnTo'],
  ],
  [
    'process: a field is written whole, and its collection in part',
    () =>
      readProcess(
        '<stage stageid="c" name="c" type="Calculation"><calculation expression="[n] + 1" stage="Rows.Total" /></stage>',
      ),
    ['n: reads c.expression', 'rows.total: writes c.stage', 'rows: reads c.stage writes c.stage weak'],
  ],
];

describe('the cells of a workflow', () => {
  for (const [what, read, lines] of CASES)
    it(what, () => {
      assert.deepEqual(cellLines(read()), lines);
    });

  it('are found by key and place', () => {
    const workflow = readXaml(`${variable('a')}<WriteLine Text="[a]" />`);
    const cells = cellsOf(workflow);
    assert.equal(cells.symbols[cells.of('a', 1)], workflow.variables[0]);
    assert.equal(cells.of('b', 1), -1);
  });
});

/** Values that may be in a cell as each node begins, by rounds over all edges until nothing changes. */
function denseDefinitions(graph: FlowGraph, { all, strong }: Writers): readonly ReadonlySet<number>[] {
  const { heads, nodes, kinds } = graph.outgoing;
  const values = Array.from({ length: graph.size }, () => new Set<number>());
  values[graph.start]!.add(graph.start);
  for (let changed = true; changed; ) {
    changed = false;
    for (let node = 0; node < graph.size; node += 1)
      for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
        const to = values[nodes[edge]!]!;
        const before = to.size;
        const isFinished = kinds[edge] !== FLOW.error;
        if (!isFinished || !strong.has(node)) for (const value of values[node]!) to.add(value);
        if (isFinished && all.has(node)) to.add(node);
        changed ||= to.size > before;
      }
  }
  return values;
}

/** Whether a run can come from a node to one of some others without passing one of a third kind, by recursion. */
function canReach(graph: FlowGraph, from: number, isEnd: (node: number) => boolean, past: number): boolean {
  const { heads, nodes } = graph.outgoing;
  const seen = new Set<number>();
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === past || seen.has(node)) continue;
    if (isEnd(node)) return true;
    seen.add(node);
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) open.push(nodes[edge]!);
  }
  return false;
}

describe('the order of uses', () => {
  it('agrees with a dense fixed point on 400 random graphs', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const count = 2 + (seed % 13);
      const graph = randomGraph(count, count + (seed % 19), seed, [FLOW.next, FLOW.branch, FLOW.error]);
      const random = randomNumbers(seed + 1000);
      const all = new Set(Array.from({ length: 1 + random(4) }, () => random(count)));
      const writers = { all, strong: new Set([...all].filter(() => random(3) > 0)) };
      const dense = denseDefinitions(graph, writers);
      const isReplaced = (node: number): boolean => writers.strong.has(node);
      for (const value of [graph.start, ...all]) {
        const held = heldAt(graph, {
          ...(value === graph.start ? { from: [value] } : { writtenAt: [value] }),
          isReplaced,
        });
        for (let node = 0; node < graph.size; node += 1)
          assert.equal(held.has(node), dense[node]!.has(value), `seed ${seed}, ${value} at ${node}`);
      }
      const isReached = reachedAll(graph);
      for (let node = 0; node < count; node += 1) {
        // Backwards, writes count that no run reaches.
        const found = definitionsAt(graph, writers, node).filter((value) => isReached.has(value));
        const expected = [...dense[node]!].filter((value) => isReached.has(value)).sort((a, b) => a - b);
        assert.deepEqual(found, expected, `seed ${seed}, node ${node}`);
      }
    }
  });

  it('knows what cannot be missed on 400 random graphs', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const count = 3 + (seed % 9);
      const graph = randomGraph(count, count + (seed % 7), seed);
      const random = randomNumbers(seed + 2000);
      const target = random(count);
      const others = new Set([random(count)].filter((node) => node !== target));
      const isUnavoidable = unavoidableFrom(graph, target, others);
      for (let node = 0; node < count; node += 1)
        if (node !== target)
          assert.equal(
            isUnavoidable(node),
            !canReach(graph, node, (at) => others.has(at) || at === graph.end, target),
            `seed ${seed}, node ${node}`,
          );
    }
  });

  it('holds a value on the way of a step that fails', () => {
    const workflow = readXaml(
      `${variable('a')}<TryCatch DisplayName="Try"><TryCatch.Try><Assign DisplayName="Set" To="[a]" Value="x" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><WriteLine DisplayName="Log" Text="x" /></ActivityAction></Catch></TryCatch.Catches></TryCatch><WriteLine DisplayName="Use" Text="[a]" />`,
    );
    const graph = flowOf(workflow);
    const cells = cellsOf(workflow);
    const at = (name: string): number => workflow.activities.findIndex((step) => step.name === name);
    const writers = writersOf(cells, cells.of('a', at('Use')));
    assert.deepEqual(definitionsAt(graph, writers, at('Use')), [at('Set'), graph.start]);
    assert.deepEqual(definitionsAt(graph, writers, at('Log')), [graph.start]);
    const isUnavoidable = unavoidableFrom(graph, at('Use'), writers.strong);
    assert.deepEqual([isUnavoidable(at('Log')), isUnavoidable(at('Try'))], [true, false]);
    assert.ok(leadingTo(graph, writers.strong, at('Use')).has(at('Try')));
  });

  it('takes steps that grow with the workflow', () => {
    const steps = [1_000, 10_000].map((count) => {
      const graph = randomGraph(count, 2 * count, 7, [FLOW.next, FLOW.error]);
      let spent = 0;
      heldAt(graph, { from: [graph.start], isReplaced: () => false, spend: () => (spent += 1) });
      return spent;
    });
    assert.ok(steps[1]! <= 11 * steps[0]!, steps.join(' → '));
  });
});

function reachedAll(graph: FlowGraph): ReadonlySet<number> {
  return heldAt(graph, { from: [graph.start], isReplaced: () => false });
}
