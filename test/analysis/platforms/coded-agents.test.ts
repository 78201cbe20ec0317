/** Coded agents: entry points, resources and packages by the files that name them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { zip } from '../../support/files/zip.ts';

const LANGGRAPH = '{"dependencies": ["."], "graphs": {"agent": "./graph.py:graph"}, "env": ".env"}';
const ENTRY_POINTS = JSON.stringify({
  entryPoints: [
    {
      filePath: 'agent',
      uniqueId: '1',
      type: 'agent',
      input: { type: 'object', properties: { text: { type: 'string' } } },
      output: { type: 'object', properties: { kind: { type: 'string' } } },
    },
  ],
});
const named = (defaultValue: string, isExpression = false) => ({ defaultValue, isExpression });
const BINDINGS = JSON.stringify({
  version: '2.0',
  resources: [
    { resource: 'asset', key: 'Limit.Shared', value: { name: named('Limit'), folderPath: named('Shared') } },
    { resource: 'queue', key: 'Orders', value: { name: named('Orders') } },
    { resource: 'process', key: 'Post', value: { name: named('Post'), folderPath: named('Shared') } },
    { resource: 'process', key: 'Any', value: { name: named('next_one', true) } },
    { resource: 'connection', key: 'c1', metadata: { Connector: 'uipath-microsoft-outlook365' } },
  ],
});
const PROJECT = `[project]
name = "orders" # of the shop
dependencies = [
  "uipath-langchain[all]>=0.1.20", # the SDK
  'httpx',
]
[tool.other]
dependencies = ["left-out"]
`;

function read(path: string, content: string): Workflow {
  const { workflows } = readWorkflows(openFile(path, Buffer.from(content)), 'uipath');
  assert.equal(workflows.length, 1);
  return workflows[0]!;
}
const stepsOf = ({ activities }: Workflow): readonly string[] =>
  activities.map(({ type, name, properties }) =>
    [type, name, ...properties.map(({ name: setting, text }) => `${setting}=${text}`)].join(' '),
  );

describe('a coded agent', () => {
  it('has its entry points', () => {
    const manifest = read('Shop/orders/langgraph.json', LANGGRAPH);
    assert.deepEqual([manifest.kind, manifest.name], ['uipath-coded-agent', 'orders']);
    assert.deepEqual(stepsOf(manifest), ['graph agent code=./graph.py:graph']);
    const entries = read('orders/entry-points.json', ENTRY_POINTS);
    assert.deepEqual(stepsOf(entries), ['agent agent code=agent']);
    assert.deepEqual(
      entries.arguments.map(({ direction, key, type }) => `${direction} ${key} ${type}`),
      ['in input.text string', 'out output.kind string'],
    );
  });

  it('has its resources, with calls of processes by name and folder', () => {
    const bindings = read('orders/bindings.json', BINDINGS);
    assert.deepEqual(stepsOf(bindings), [
      'asset Limit assetName=Limit folderPath=Shared',
      'queue Orders queueName=Orders',
      'process Post name=Post folderPath=Shared',
      'process next_one name=next_one',
      'connection c1',
    ]);
    assert.deepEqual(
      bindings.calls.map(({ target, folder }) => [target, folder]),
      [
        ['Post', 'Shared'],
        [undefined, undefined],
      ],
    );
    assert.deepEqual(
      bindings.connections.map(({ connector }) => connector),
      ['uipath-microsoft-outlook365'],
    );
  });

  it('has its name and its packages', () => {
    const { name, settings } = read('orders/pyproject.toml', PROJECT);
    assert.equal(name, 'orders');
    assert.deepEqual(
      [...settings],
      [
        ['packages.uipath-langchain', '>=0.1.20'],
        ['packages.httpx', ''],
      ],
    );
  });

  it('is known by its content: entry points of other projects, and other settings, are none', () => {
    for (const [path, content] of [
      ['entry-points.json', ENTRY_POINTS.replace('"agent"', '"/content/agent.json"')],
      ['uipath.json', '{"functions": {}}'],
      ['bindings.json', '{"resources": {}}'],
      ['pyproject.toml', '[project]\nname = "other"'],
    ] as const)
      assert.throws(() => readWorkflows(openFile(path, Buffer.from(content))), /is not a workflow/, path);
  });

  it('has inventory and secrets in an archive, and is named as not judged', () => {
    const link = 'Server=db1;Database=orders;User Id=app;Password=Nordwind-71;';
    const { findings, inventory } = createEngine(RULES).validate({
      bytes: zip([
        { name: 'orders/langgraph.json', content: LANGGRAPH },
        { name: 'orders/bindings.json', content: BINDINGS },
        { name: 'orders/pyproject.toml', content: PROJECT },
        { name: 'orders/graph.py', content: `link = connect("${link}")\ngraph = build(link)\n` },
      ]),
      filename: 'orders.zip',
      platform: undefined,
      ruleset: 'default',
      findingsMax: 100,
    });
    assert.deepEqual(
      findings.map(({ ruleId, location }) => `${ruleId} ${location.names[0]}:${location.line}`),
      [
        'XPL-SEC-031 orders/graph.py:1',
        'XPL-ENG-011 orders/langgraph.json:1',
        'XPL-ENG-012 orders/langgraph.json:1',
      ],
    );
    const [partly, nothing] = findings.slice(1).map(({ description }) => description);
    assert.match(
      partly!,
      /is a coded agent of UiPath and was analysed only in part\. .*only few rules read it\./,
    );
    assert.match(nothing!, /^No workflow here was analysed: there is no workflow, only a coded agent/);
    assert.doesNotMatch(`${partly} ${nothing}`, /no rule has checked (?:it|these)/i);
    for (const key of ['asset:Limit', 'queue:Orders', 'call:Post', 'package:httpx', 'activity_type:graph'])
      assert.ok(key in inventory, key);
  });
});
