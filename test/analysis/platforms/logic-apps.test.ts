/** Workflows of Azure Logic Apps (Standard): only on request, with the names of their folders, connectors, tools and calls. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { type ReadFile, readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { zip } from '../../support/files/zip.ts';

const SCHEMA =
  'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#';
const definition = (actions: object, triggers: object = {}, kind = 'Stateful'): string =>
  JSON.stringify({ definition: { $schema: SCHEMA, triggers, actions }, kind });

const REQUEST = { manual: { type: 'Request', kind: 'Http', inputs: { schema: { type: 'object' } } } };
const ORDERS = definition(
  {
    Send: {
      type: 'ApiConnection',
      inputs: {
        host: { connection: { referenceName: 'office365-2' } },
        method: 'post',
        path: '/v2/Mail',
        body: { To: "@parameters('Recipient')" },
      },
      runAfter: {},
    },
    Store: {
      type: 'ServiceProvider',
      inputs: {
        parameters: { query: "insert into Orders values ('@{triggerBody()?['name']}')" },
        serviceProviderConfiguration: {
          connectionName: 'sql',
          operationId: 'executeQuery',
          serviceProviderId: '/serviceProviders/sql',
        },
      },
      runAfter: { Send: ['SUCCEEDED'] },
    },
    Decide: {
      type: 'Agent',
      inputs: {},
      tools: { Refund: { actions: { Pay: { type: 'Http', inputs: { uri: 'https://pay.northwind.com' } } } } },
      runAfter: { Store: ['SUCCEEDED'] },
    },
    Notify: {
      type: 'Workflow',
      inputs: { host: { workflow: { id: 'Customers' } }, body: { id: 1 } },
      runAfter: { Decide: ['SUCCEEDED'] },
    },
  },
  REQUEST,
);

const read = (path: string, content: string | Buffer, logicApps = true): ReadFile =>
  readWorkflows(openFile(path, Buffer.from(content), undefined, { logicApps }));

describe('a workflow of Azure Logic Apps', () => {
  it('may go beyond limits that its settings raise, and not beyond others', () => {
    const limits = {
      Poll: { type: 'Until', expression: '@true', limit: { count: 9000, timeout: 'soon' }, actions: {} },
    };
    const { findings } = createEngine(RULES).validate({
      filename: 'workflow.json',
      platform: undefined,
      bytes: Buffer.from(definition(limits, REQUEST)),
      ruleset: 'default',
      findingsMax: 100,
      today: '2026-01-01',
      includeLogicApps: true,
    });
    const found = findings.filter(({ ruleId }) => ruleId === 'PAF-REL-030');
    assert.deepEqual(
      found.map(({ description }) => description.slice(0, 71)),
      ['"Poll": "limit.timeout" is "soon", which is no duration such as "PT1H".'],
    );
  });

  it('is named and not read without the option, and the sentence says how to change that', () =>
    assert.throws(() => read('Orders/workflow.json', ORDERS, false), {
      code: 'unsupported_file_type',
      message: /workflow of Azure Logic Apps \(Standard\).*--include-logic-apps/,
    }));

  it('has the name of its folder, its steps in tools too, connectors, operations and calls', () => {
    const { kind, platform, workflows } = read('Shop/Orders/workflow.json', ORDERS);
    const [workflow] = workflows;
    assert.deepEqual([kind, platform, workflow!.name], ['azure-logic-app', 'power-automate', 'Orders']);
    assert.deepEqual(
      workflow!.activities.map(({ name, role, slot }) => [name, role, slot]),
      [
        ['manual', 'trigger', ''],
        ['Send', 'email', ''],
        ['Store', 'database', ''],
        ['Decide', 'ai', ''],
        ['Pay', 'http', 'tools.Refund'],
        ['Notify', 'invoke', ''],
      ],
    );
    const [, send, store] = workflow!.activities;
    const named = (step: typeof send) =>
      step!.properties
        .filter(({ name }) => name === 'connector' || name === 'operation')
        .map(({ text }) => text);
    assert.deepEqual(named(send), ['office365', '/v2/Mail']);
    assert.deepEqual(named(store), ['sql', 'executeQuery']);
    assert.deepEqual(
      workflow!.calls.map(({ target, bindings }) => [target, bindings.map(({ name }) => name)]),
      [['Customers', ['id']]],
    );
    assert.equal(workflow!.source.path(send!.at), '/definition/actions/Send');
  });

  for (const kind of ['Stateless', 'stateful', 'Agent'])
    it(`may be ${kind}`, () =>
      assert.equal(read('A/workflow.json', definition({}, {}, kind)).kind, 'azure-logic-app'));

  for (const [what, path, text] of [
    ['another product', 'workflow.json', '{"kind": "Stateful", "nodes": []}'],
    ['another name', 'Orders/definition-of-orders.json', ORDERS],
    ['parameters of a template', 'parameters.json', '{"parameters": {"name": {"value": "x"}}}'],
  ] as const)
    it(`is no file of ${what}`, () =>
      assert.throws(() => read(path, text), { code: 'unsupported_file_type' }));

  it('is read in an archive, with its connections and parameters', () => {
    const content = zip([
      { name: 'host.json', content: '{}' },
      { name: 'Orders/workflow.json', content: ORDERS },
      {
        name: 'connections.json',
        content: JSON.stringify({
          managedApiConnections: {
            'office365-2': { api: { id: '/subscriptions/1/managedApis/office365' } },
          },
          serviceProviderConnections: {
            sql: { serviceProvider: { id: '/serviceProviders/sql' }, parameterValues: { password: 'x' } },
          },
        }),
      },
      {
        name: 'parameters.json',
        content: JSON.stringify({
          ApiKey: { type: 'String', value: 'q8Zr!t52Lwx' },
          Url: { type: 'String', value: "@appsetting('Url')" },
        }),
      },
    ]);
    const { kind, workflows } = read('Shop.zip', content);
    assert.equal(kind, 'azure-logic-app-folder');
    assert.deepEqual(
      workflows.map(({ file, connections, variables }) => [
        file,
        connections.map(({ name, connector }) => [name, connector]),
        variables.map(({ name }) => name),
      ]),
      [
        ['Orders/workflow.json', [], []],
        [
          'connections.json',
          [
            ['office365-2', 'office365'],
            ['sql', 'sql'],
          ],
          ['id', 'id', 'password'],
        ],
        ['parameters.json', [], ['ApiKey']],
      ],
    );
  });
});

describe('rules', () => {
  const judge = (text: string): string[] =>
    createEngine(RULES)
      .validate({
        bytes: Buffer.from(text),
        filename: 'workflow.json',
        platform: undefined,
        ruleset: 'strict',
        findingsMax: 100,
        includeLogicApps: true,
      })
      .findings.map(({ ruleId }) => ruleId);

  it('of cloud flows hold, but for those about plans, owners and parameters of a cloud flow', () => {
    const found = judge(ORDERS);
    assert.ok(found.includes('XPL-SEC-012'), String(found));
    for (const id of ['PAF-SEC-007', 'PAF-REL-008']) assert.ok(!found.includes(id), id);
  });
});
