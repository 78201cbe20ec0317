/** Outlines: places from designers, the selected steps of large files, calls within a file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { WorkflowOutline } from '../../../src/analysis/model/outline/file-outline.ts';
import { outlineOf } from '../../../src/analysis/outline/outline-of.ts';
import { shareOfSteps } from '../../../src/analysis/outline/step-selection.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { READ_LIMITS } from '../../../src/analysis/platforms/limits.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { drawnFile } from '../../support/files/drawn-file.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const outlineOfFixture = (path: string): readonly WorkflowOutline[] =>
  drawnFile(path, readFileSync(join(FIXTURES, path))).outline.workflows;

const NS =
  'xmlns:av="http://schemas.microsoft.com/winfx/2006/xaml/presentation" xmlns:scg="clr-namespace:System.Collections.Generic;assembly=mscorlib"';
const SAP = 'xmlns:sap="http://schemas.microsoft.com/netfx/2009/xaml/activities/presentation"';
const VIEW = (values: string) =>
  `<sap:WorkflowViewStateService.ViewState ${SAP}><scg:Dictionary x:TypeArguments="x:String, x:Object" ${NS}>${values}</scg:Dictionary></sap:WorkflowViewStateService.ViewState>`;

const CHART = `<Flowchart DisplayName="Chart" StartNode="{x:Reference a}">
  <FlowStep x:Name="a">${VIEW('<av:Point x:Key="ShapeLocation">10,20.5</av:Point><av:Size x:Key="ShapeSize">110,70</av:Size><av:PointCollection x:Key="ConnectorLocation">65,90 65,120 200,120 200,150</av:PointCollection>')}
    <Delay DisplayName="First" /><FlowStep.Next><x:Reference>b</x:Reference></FlowStep.Next></FlowStep>
  <FlowStep x:Name="b">${VIEW('<av:Point x:Key="ShapeLocation">145,150</av:Point>')}<Delay DisplayName="Second" /></FlowStep>
</Flowchart>`;

describe('an outline', () => {
  it('has the resources of an agent as its steps, with what they start', () => {
    const agent = { version: '1.1.0', type: 'lowCode', settings: { model: 'gpt-5' }, messages: [] };
    const tool = {
      $resourceType: 'tool',
      type: 'process',
      name: 'Pay',
      properties: { processName: 'Pay claim' },
    };
    const other = { ...tool, name: 'Not its own' };
    const members = {
      'Triage/agent.json': agent,
      'Triage/resources/Pay/resource.json': tool,
      'Triage/deep/resources/Pay/resource.json': other,
    };
    const bytes = zip(
      Object.entries(members).map(([name, content]) => ({ name, content: JSON.stringify(content) })),
    );
    const { workflows } = drawnFile('Triage.zip', bytes).outline;
    const { nodes, calls, texts } = workflows.find(({ kind }) => kind === 'uipath-agent')!;
    assert.deepEqual(nodes.name, ['Triage', 'Pay']);
    assert.deepEqual(nodes.parent, [-1, 0]);
    assert.equal(texts[nodes.slot[1]!], 'Resources');
    assert.deepEqual([calls.node, calls.target], [[1], ['Pay claim']]);
  });

  it('has the places, the corners and the start of a flowchart', () => {
    const [workflow] = drawnFile('Main.xaml', exampleFile('uipath', CHART)).outline.workflows;
    const { places, edges, nodes, texts } = workflow!;
    const first = nodes.name.indexOf('First');
    const place = places.node.indexOf(first);
    assert.deepEqual([places.x[place], places.y[place], places.w[place], places.h[place]], [10, 21, 110, 70]);
    assert.deepEqual(edges.bends, [[65, 90, 65, 120, 200, 120, 200, 150]]);
    assert.equal(texts[edges.when[0]!], 'next');
    assert.equal(nodes.flags[first], 8);
  });

  it('has the places of stages, whose centres the file has, and the pages that are called', () => {
    const [workflow] = outlineOfFixture('blue-prism/Process Invoices.bpprocess');
    const { places, calls, nodes } = workflow!;
    assert.ok(places.node.length > 5);
    assert.ok(places.w.every((width) => width > 0));
    for (const [index, page] of calls.page.entries())
      if (page !== -1) assert.equal(nodes.name[page], calls.target[index]);
  });

  it('has steps with findings, the way to them and containers of a workflow that is too large', () => {
    const steps = Array.from({ length: 40 }, (_, n) => `<Delay DisplayName="Step ${n}" />`).join('');
    const inner = `<Sequence DisplayName="Inner">${steps}</Sequence>`;
    const file = openFile(
      'Main.xaml',
      exampleFile('uipath', `<Sequence>${inner}${inner}</Sequence>`),
      READ_LIMITS,
    );
    const [workflow] = readWorkflows(file, undefined).workflows;
    const target = workflow!.activities.findLast(({ name }) => name === 'Step 30')!.index;
    const pins = [{ print: 'p', node: target }];
    const {
      nodes,
      steps: all,
      pins: shown,
    } = outlineOf(workflow!, pins, { findCalled: () => -1, stepsMax: 12 });
    assert.equal(nodes.name.length, 12);
    assert.equal(all, workflow!.activities.length);
    assert.equal(nodes.name[shown.node[0]!], 'Step 30');
    for (const neighbour of ['Step 29', 'Step 31']) assert.ok(nodes.name.includes(neighbour));
    assert.equal(nodes.name.filter((name) => name === 'Inner').length, 2);
    for (const [node, parent] of nodes.parent.entries()) assert.ok(parent < node);
  });

  it('has the steps that the data of a finding takes', () => {
    const steps = Array.from({ length: 40 }, (_, n) => `<Delay DisplayName="Step ${n}" />`).join('');
    const file = openFile('Main.xaml', exampleFile('uipath', `<Sequence>${steps}</Sequence>`), READ_LIMITS);
    const [workflow] = readWorkflows(file, undefined).workflows;
    const [first, middle, last] = [3, 17, 30].map(
      (step) => workflow!.activities.find(({ name }) => name === `Step ${step}`)!.index,
    );
    const pins = [
      { print: 'p', node: last!, way: [first!, middle!, last!] },
      { print: 'q', node: first! },
    ];
    const { nodes, pins: shown } = outlineOf(workflow!, pins, { findCalled: () => -1, stepsMax: 9 });
    assert.deepEqual(
      shown.way!.map((way) => way.map((node) => nodes.name[node])),
      [['Step 3', 'Step 17', 'Step 30'], []],
    );
    assert.equal(outlineOf(workflow!, [pins[1]!]).pins.way, undefined);
  });

  it('shares the limit of a file among its workflows', () => {
    assert.deepEqual(shareOfSteps([10, 20]), [10, 20]);
    assert.deepEqual(shareOfSteps([50_000, 10]), [10_000, 10]);
    assert.deepEqual(shareOfSteps([10_000, 10_000, 20_000]), [6_666, 6_666, 6_666]);
  });
});
