/** Power Automate cloud flows: recognised by content and read in full. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actionKey, actionsOf } from '../../../src/analysis/patterns/power-automate/flow-keys.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { recognise } from '../../../src/analysis/platforms/read-workflows.ts';
import {
  FLOW,
  FLOW_FILE,
  named,
  openText,
  readFlow,
  readFragment,
  SCHEMA,
  textsOf,
} from '../../support/files/flow.ts';
import { zip } from '../../support/files/zip.ts';

const DEFINITION = { $schema: SCHEMA, triggers: {}, actions: {} };

describe('recognition', () => {
  const FLOWS: readonly (readonly [what: string, content: unknown, kind: string])[] = [
    [
      'a solution flow',
      { properties: { connectionReferences: {}, definition: DEFINITION } },
      'power-automate-flow',
    ],
    [
      'a solution flow without a schema',
      { properties: { definition: { triggers: {}, actions: {} } } },
      'power-automate-flow',
    ],
    [
      'a package flow',
      {
        name: 'a',
        id: 'b',
        type: 'Microsoft.Flow/flows',
        properties: { displayName: 'A', definition: DEFINITION },
      },
      'power-automate-package-flow',
    ],
    ['a bare definition', DEFINITION, 'power-automate-definition'],
    ['a wrapped definition', { definition: DEFINITION }, 'power-automate-definition'],
  ];
  for (const [what, content, kind] of FLOWS) {
    it(`knows ${what}`, () => assert.equal(recognise(openText(JSON.stringify(content))).kind, kind));
  }

  const LOOK_ALIKES: readonly (readonly [what: string, content: unknown])[] = [
    [
      'an ARM template',
      {
        $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
        resources: [{ type: 'Microsoft.Logic/workflows', properties: { definition: DEFINITION } }],
      },
    ],
    ['a Logic App resource', { type: 'Microsoft.Logic/workflows', properties: { definition: DEFINITION } }],
    ['a Standard Logic App', { definition: DEFINITION, kind: 'Stateful' }],
    [
      'a Consumption Logic App',
      {
        definition: DEFINITION,
        parameters: {
          $connections: { value: { sql: { connectionId: '/subscriptions/1/connections/sql' } } },
        },
      },
    ],
    ['a package manifest', { schema: '1.0', details: {}, resources: {} }],
    ['a UiPath project', { name: 'p', main: 'Main.xaml', dependencies: {} }],
    ['triggers and actions of something else', { triggers: {}, actions: {} }],
    ['a list', [DEFINITION]],
    ['a text', 'workflowdefinition.json'],
    ['definition as a text', { properties: { definition: SCHEMA } }],
  ];
  for (const [what, content] of LOOK_ALIKES) {
    it(`leaves ${what} alone`, () => {
      assert.equal(powerAutomate.recognise(openText(JSON.stringify(content))), undefined);
    });
  }

  it('leaves other XML and archives alone', () => {
    assert.equal(powerAutomate.recognise(openText('<Activity/>')), undefined);
    const archive = zip([{ name: 'readme.txt', content: 'nothing to see' }]);
    assert.equal(powerAutomate.recognise(openFile('a.zip', archive)), undefined);
  });
});

describe('a solution flow', () => {
  const flow = readFlow(FLOW, FLOW_FILE);

  it('takes its name and identity from the file name', () => {
    assert.equal(flow.name, 'ShipOrders');
    assert.equal(flow.artifactKey, '3f2504e0-4f89-11d3-9a0c-0305e82c3301');
  });

  it('has every trigger and action in its place', () => {
    const rows = flow.activities.map(({ name, type, role, slot, parent, id }) => {
      const container = flow.activities[parent]?.name ?? '';
      return [container, slot, id, name, type, role].join(' | ');
    });
    assert.deepEqual(rows, [
      ' |  | manual | manual | Request | trigger',
      ' |  | Initialize_Total | Initialize Total | InitializeVariable | assign',
      ' |  | Try | Try | Scope | try',
      'Try |  | Get_items | Get items | OpenApiConnection | database',
      'Try |  | Each_item | Each item | Foreach | loop',
      'Each item |  | Is_it_big | Is it big | If | branch',
      'Is it big | actions | Count | Count | IncrementVariable | assign',
      'Is it big | else | By_country | By country | Switch | branch',
      'By country | cases.Germany | Note | Note | Compose | assign',
      'By country | default | Ship | Ship | Mystery | other',
      'Try |  | Ask_depot | Ask depot | Workflow | invoke',
      'Try |  | Reply | Reply | Response | respond',
      ' |  | Catch | Catch | Scope | catch',
      'Catch |  | Stop | Stop | Terminate | terminate',
      'Catch |  | After_stop | After stop | Compose | assign',
      ' |  | Finally | Finally | Scope | finally',
    ]);
    assert.deepEqual(flow.unread, []);
  });

  it('gives settings dotted names and leaves out what is absent, structure or noise', () => {
    assert.deepEqual(textsOf(named(flow, 'Get items')), {
      'inputs.host.apiId': '/providers/Microsoft.PowerApps/apis/shared_sharepointonline',
      'inputs.host.connectionName': 'shared_sharepointonline',
      'inputs.host.operationId': 'GetItems',
      'inputs.parameters.dataset': "parameters('Depot (new_Depot)')",
      'inputs.parameters.$top': '50',
      'inputs.parameters.recursive': 'false',
      'inputs.authentication': "parameters('$authentication')",
      'runtimeConfiguration.paginationPolicy.minimumItemCount': '500',
      connector: 'shared_sharepointonline',
      operation: 'GetItems',
    });
    assert.deepEqual(textsOf(named(flow, 'Is it big')), {
      'expression.and.0.greater.0': "items('Each_item')?['size']",
      'expression.and.0.greater.1': '10',
    });
    assert.equal(textsOf(named(flow, 'By country'))['cases.Germany.case'], 'DE');
    assert.equal(textsOf(named(flow, 'Ship'))['inputs.speed'], '@fast');
  });

  it('declares variables with the expression that they start with', () => {
    const [variable] = flow.variables;
    assert.equal(flow.variables.length, 1);
    assert.deepEqual(
      [variable!.name, variable!.key, variable!.type, variable!.secure, variable!.owner],
      ['Total', 'variable:total', 'integer', false, -1],
    );
    assert.equal(variable!.default?.text, "int(triggerBody()?['number'])");
    assert.deepEqual(variable!.default?.expression?.mentions, ['trigger', 'input:number']);
    assert.equal(flow.activities[variable!.default!.owner]!.name, 'Initialize Total');
  });

  it('knows what comes in and goes out', () => {
    assert.deepEqual(
      flow.arguments.map(({ name, key, direction, type, secure, default: value }) =>
        [name, key, direction, type, secure, value?.text ?? ''].join(' | '),
      ),
      [
        'Depot (new_Depot) | parameter:depot (new_depot) | in | String | false | Bremen',
        'Pin | parameter:pin | in | SecureString | true | ',
        'Order number | input:text | in | string | false | ',
        'number | input:number | in | integer | false | ',
        'Answer | output:answer | out | string | false | ',
      ],
    );
    assert.deepEqual(flow.arguments[0]!.modifiers, ['schemaName:new_Depot']);
  });

  it('knows which action writes a variable', () => {
    const written = named(flow, 'Count').properties.find(({ direction }) => direction === 'out');
    assert.deepEqual(written?.expression?.mentions, ['variable:total']);
    assert.equal(written?.expression?.literal, 'Total');
    assert.ok(!flow.expressions.includes(written!.expression!), 'a name is not computed');
  });

  it('knows the child flow that it calls and what it passes', () => {
    const [call] = flow.calls;
    assert.equal(call!.target, '22222222-2222-2222-2222-222222222222');
    assert.deepEqual(
      call!.bindings.map(({ name, direction, value }) => [name, direction, value.text]),
      [
        ['text', 'in', "variables('Total')"],
        ['list', 'in', '[1, 2]'],
      ],
    );
  });

  it('knows its connections', () => {
    assert.deepEqual(
      flow.connections.map(({ name, connector, fixed }) => [name, connector, fixed]),
      [
        ['shared_sharepointonline', 'shared_sharepointonline', false],
        ['shared_sql', 'shared_sql', true],
      ],
    );
    assert.equal(flow.settings.get('connectionReferences.shared_sql.runtimeSource'), 'invoker');
    assert.equal(flow.settings.get('schemaVersion'), '1.0.0.0');
  });

  it('has the notes of its authors', () => {
    assert.deepEqual(
      flow.notes.map(({ owner, kind, text }) => [flow.activities[owner]?.name ?? '', kind, text]),
      [
        ['', 'annotation', 'Ships what was ordered.'],
        ['', 'annotation', 'Where goods leave.'],
        ['Get items', 'annotation', 'Reads the list.'],
      ],
    );
  });

  it('has an edge for every runAfter, in lower case, and -1 where the other end is missing', () => {
    const name = (index: number) => flow.activities[index]?.id ?? '-';
    assert.deepEqual(
      flow.transitions.map(({ from, to, when }) => `${name(from)} > ${name(to)}: ${when.join()}`),
      [
        'Initialize_Total > Try: succeeded',
        'Get_items > Each_item: succeeded',
        'Each_item > Ask_depot: succeeded',
        'Ask_depot > Reply: succeeded',
        'Try > Catch: failed,timedout',
        'Stop > After_stop: succeeded',
        'Try > Finally: succeeded,failed',
        '- > Finally: succeeded',
      ],
    );
  });

  it('pushes each expression once', () => {
    const places = flow.expressions.map(({ at, name }) => `${at} ${name}`);
    assert.equal(new Set(places).size, places.length);
    assert.equal(places.length, 8);
  });

  it('has action keys that match the mentions', () => {
    const key = actionKey(named(flow, 'Get items'));
    assert.ok(flow.expressions.some(({ mentions }) => mentions.includes(key)));
  });

  it('reads types and outcomes in any case', () => {
    const flow = readFragment(
      `"Each": {"type": "foreach", "foreach": "@triggerBody()", "actions": {"Keep": {"type": "COMPOSE", "inputs": 1}}},
       "Wait": {"type": "wait", "inputs": {}, "runAfter": {"Each": ["SUCCEEDED"]}}`,
    );
    assert.deepEqual(
      flow.activities.map(({ type }) => type),
      ['Recurrence', 'Foreach', 'Compose', 'Wait'],
    );
    assert.deepEqual(flow.transitions[0]!.when, ['succeeded']);
  });

  it('finds actions by their keys, also many whose names end alike', { timeout: 30_000 }, () => {
    const count = 20_000;
    const nameOf = (i: number) => `Step ${i} of the same long ending`;
    const action = (i: number) => `"${nameOf(i)}": {"type": "Compose", "inputs": "x", "runAfter": {}}`;
    const many = readFragment(Array.from({ length: count }, (_, i) => action(i)).join(','));
    const actions = actionsOf(many);
    for (let i = 0; i < count; i += 1) {
      const key = `action:step_${i}_of_the_same_long_ending`;
      assert.equal(actions.get(key)?.name, nameOf(i));
      assert.equal(actions.get(`${key}s`), undefined);
    }
    assert.equal(actions.get('variable:step_1_of_the_same_long_ending'), undefined);
    assert.equal(actions.get('action:another_of_the_same_long_ending'), undefined);
  });
});

describe('other kinds', () => {
  it('takes name and identity of a package flow from inside', () => {
    const flow = readFlow(
      JSON.stringify({
        name: 'AB-1',
        type: 'Microsoft.Flow/flows',
        properties: {
          displayName: 'Send the mail',
          connectionReferences: { shared_sql: { connectionName: 'x', id: '/providers/apis/shared_sql' } },
          definition: DEFINITION,
        },
      }),
      'definition.json',
    );
    assert.deepEqual(
      [flow.name, flow.artifactKey, flow.kind],
      ['Send the mail', 'ab-1', 'power-automate-package-flow'],
    );
    assert.deepEqual([flow.connections[0]!.connector, flow.connections[0]!.fixed], ['shared_sql', true]);
  });

  it('names a bare definition after its file', () => {
    assert.equal(readFlow(JSON.stringify(DEFINITION), 'Pay bills.json').name, 'Pay bills');
  });

  it('reads the older form of a connector call', () => {
    const flow = readFragment(
      `"Send": {"type": "ApiConnection", "metadata": {"flowSystemMetadata": {"swaggerOperationId": "SendEmailV2"}},
        "inputs": {"method": "post", "path": "/v2/Mail",
          "host": {"connection": {"name": "@parameters('$connections')['shared_office365_1']['connectionId']"}}}}`,
    );
    const send = named(flow, 'Send');
    assert.equal(send.role, 'email');
    assert.deepEqual([textsOf(send).connector, textsOf(send).operation], ['shared_office365', 'SendEmailV2']);
  });
});
