/** UiPath flowcharts, state machines and dead parts; files that are odd or hostile. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
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
import { processorMsOf } from '../../support/processor-time.ts';

describe('flow', () => {
  const edges = (workflow: Workflow): string[] =>
    workflow.transitions.map(({ from, to, when, target }) => {
      const end = workflow.activities[to]?.name ?? `missing ${target}`;
      return `${workflow.activities[from]!.name} -${when}-> ${end}`;
    });

  it('connects the steps of a flowchart by reference, with cycles', () => {
    const chart = read(fixture('flowchart.xaml'));
    assert.deepEqual(edges(chart).sort(), [
      'Again? -false-> Kind',
      'Again? -true-> Begin',
      'Begin -next-> Again?',
      'Dangling -next-> missing __Nowhere',
      'Kind -case-> FlowStep',
      'Kind -case-> Wait',
      'Kind -default-> FlowStep',
      'Lost -next-> Lost too',
    ]);
    assert.deepEqual(
      chart.activities.filter(({ reachable }) => !reachable).map(({ name }) => name),
      ['Lost', 'Lost too', 'Inside', 'Dangling'],
    );
    for (const { index, parent } of chart.activities.slice(1)) assert.equal(parent, index === 8 ? 7 : 0);
  });

  it('connects states, and reads a transition as an activity of its state', () => {
    const machine = read(fixture('state-machine.xaml'));
    assert.deepEqual(edges(machine), ['Start -next-> Work', 'Start -next-> End', 'Work -next-> Start']);
    assert.deepEqual(outline(machine), [
      'Machine (sequence)',
      '  Start (sequence)',
      '    Entry: Prepare (sequence)',
      '    Transitions: Go (branch)',
      '      Action: Going (log)',
      '    Transitions: Stop (branch)',
      '  End (sequence)',
      '  Work (sequence)',
      '    Transitions: Back (branch)',
      '  Orphan (sequence) dead',
      "    Entry: Orphan's line (log) dead",
    ]);
    assert.deepEqual(settings(named(machine, 'Go')), ['Condition=[ready]']);
  });

  const dead: readonly (readonly [string, string, readonly string[]])[] = [
    ['what follows a throw', '<Throw /><Delay />', ['Delay']],
    ['what follows a sequence that throws', '<Sequence><Rethrow /></Sequence><Delay />', ['Delay']],
    ['the branch of a constant', '<If Condition="[False]"><If.Then><Delay /></If.Then></If>', ['Delay']],
    ['nothing after a throw in a branch', '<If><If.Then><Throw /></If.Then></If><Delay />', []],
    ['nothing in a chart without a start', '<Flowchart><FlowStep><Delay /></FlowStep></Flowchart>', []],
  ];
  for (const [what, fragment, expected] of dead)
    it(`marks ${what} as dead`, () => {
      const { activities } = readSnippet(fragment);
      assert.deepEqual(
        activities.filter(({ reachable }) => !reachable).map(({ name }) => name),
        expected,
      );
    });
});

describe('odd and hostile files', () => {
  const files: readonly (readonly [string, string, number])[] = [
    ['nothing in it', `<Activity ${WF}/>`, 0],
    ['two bodies', `<Activity ${WF}><Sequence/><Sequence/></Activity>`, 2],
    [
      'a name of the language',
      `<Activity ${WF} ${X} x:Class="__proto__"><Sequence DisplayName="constructor"/></Activity>`,
      1,
    ],
    [
      'a chart that starts nowhere',
      `<Activity ${WF}><Flowchart StartNode="{x:Reference no}"><FlowStep/></Flowchart></Activity>`,
      2,
    ],
    [
      'a step without a chart',
      `<Activity ${WF}><FlowDecision><FlowDecision.True><FlowStep/></FlowDecision.True></FlowDecision></Activity>`,
      2,
    ],
    [
      'a transition without a state',
      `<Activity ${WF} ${X}><Transition><Transition.To><x:Reference>a</x:Reference></Transition.To></Transition></Activity>`,
      1,
    ],
    [
      'an unknown prefix in a type',
      `<Activity ${WF} ${X}><Catch x:TypeArguments="no:Exception((("/></Activity>`,
      1,
    ],
    ['a comment before the root', `<!-- x --><Activity ${WF}><Sequence><!-- y --></Sequence></Activity>`, 1],
  ];
  for (const [what, text, count] of files)
    it(`reads a file with ${what}`, () => assert.equal(read(text).activities.length, count));

  it('reads a step that refers to itself', () => {
    const self = `<Flowchart StartNode="{x:Reference a}"><FlowStep x:Name="a" Next="{x:Reference a}"><Delay/></FlowStep></Flowchart>`;
    assert.deepEqual(outline(readSnippet(self)).slice(2), ['    Delay (delay)']);
  });

  it('reads nesting up to the limit of the reader and rejects more', () => {
    const nested = (depth: number): string =>
      `<Activity ${WF}>${'<Sequence>'.repeat(depth)}${'</Sequence>'.repeat(depth)}</Activity>`;
    assert.equal(read(nested(199)).activities.length, 199);
    assert.throws(
      () => recognise(nested(200)),
      (error) => error instanceof AppError && error.code === 'structure_limit_exceeded',
    );
  });

  it('takes time in proportion to the file', () => {
    const steps = Array.from(
      { length: 20_000 },
      (_, i) => `<FlowStep x:Name="s${i}" Next="{x:Reference s${i + 1}}"><Throw /></FlowStep>`,
    );
    const spentMs = processorMsOf(() => {
      const workflow = readSnippet(`<Flowchart StartNode="{x:Reference s0}">${steps.join('')}</Flowchart>`);
      assert.equal(workflow.transitions.length, 20_000);
    });
    assert.ok(spentMs < 10_000, `${spentMs} ms`);
  });
});
