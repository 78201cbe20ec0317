/** `includeLogicApps` of an organisation's settings: workflows of Azure Logic Apps are judged with it and named without it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RunServiceService } from '../../../src/gen/flowarden/internal/v1/run.ts';
import { callAs } from '../../gateway/support/api.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const { core, coreClient, gateway, submit, completed } = await projectService();
const SETTINGS = '/api/v1/organisation/settings';
const ORDERS = JSON.stringify({
  definition: {
    $schema:
      'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#',
    triggers: { manual: { type: 'Request', kind: 'Http', inputs: {} } },
    actions: {
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
        runAfter: {},
      },
    },
  },
  kind: 'Stateful',
});
const SHOP = zip([
  { name: 'host.json', content: '{}' },
  { name: 'Orders/workflow.json', content: ORDERS },
  {
    name: 'connections.json',
    content: JSON.stringify({
      serviceProviderConnections: { sql: { serviceProvider: { id: '/serviceProviders/sql' } } },
    }),
  },
]);
/** SQL that is built from what the trigger receives. */
const INJECTION = 'XPL-SEC-012';
const NOT_ANALYSED =
  /a workflow of Azure Logic Apps \(Standard\), which is not analysed\..*`includeLogicApps` in the organisation's settings/;

async function decide(who: Identity, includeLogicApps: boolean | null): Promise<void> {
  const { status, body } = await callAs(who, gateway, 'PATCH', SETTINGS, { includeLogicApps });
  assert.deepEqual([status, body.includeLogicApps], [200, includeLogicApps ?? false]);
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

async function send(who: Identity, path: string): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([ORDERS]), 'Orders/workflow.json');
  form.set('platform', 'power-automate');
  const response = await fetch(gateway.url + path, { method: 'POST', headers: headers(who), body: form });
  return { status: response.status, body: await response.json() };
}

const rulesOf = ({ findings }: Body): readonly string[] =>
  findings.map(({ catalogRuleId }: Body) => catalogRuleId);

const acrossOf = ({ projectFindings }: Body): readonly string[] =>
  projectFindings.map(({ catalogRuleId }: Body) => catalogRuleId);

/** Result of a queued validation. `afterSubmission` runs while it waits. */
async function resultOf(who: Identity, afterSubmission: () => Promise<unknown>): Promise<Answer> {
  const { validationId } = (await send(who, '/api/v1/validate/async')).body;
  await afterSubmission();
  const how = { signal: new AbortController().signal, timeMsMax: 10_000 };
  await coreClient.call(RunServiceService.runValidation, { orgId: who.orgId, validationId }, how);
  // The runner of projects does not take its job.
  await core.database
    .owner`delete from graphile_worker._private_jobs where payload ->> 'validationId' = ${validationId}`;
  return callAs(who, gateway, 'GET', `/api/v1/results/${validationId}`);
}

/** The ended project and its files by path. */
async function projectOf(who: Identity, afterSubmission?: () => Promise<unknown>) {
  const { body } = await submit(who, SHOP, 'shop.zip');
  await afterSubmission?.();
  const project = await completed(who, body.projectValidationId);
  const files = new Map<string, Body>(project.items.map((file: Body) => [file.path, file]));
  return { project, files };
}

describe('includeLogicApps of the settings', () => {
  it('is false until it is set, and again after null', async () => {
    const who = await core.identity();
    assert.equal((await callAs(who, gateway, 'GET', SETTINGS)).body.includeLogicApps, false);
    await decide(who, true);
    assert.equal((await callAs(who, gateway, 'GET', SETTINGS)).body.includeLogicApps, true);
    await decide(who, null);
  });

  it('is audited with its old and new value', async () => {
    const who = await core.identity();
    await decide(who, true);
    const { body } = await callAs(who, gateway, 'GET', '/api/v1/audit-log?targetKind=settings');
    assert.deepEqual(body.entries[0].changes, [{ field: 'includeLogicApps', from: false, to: true }]);
  });

  it('has a file judged, which is rejected without it, and the sentence says how to change that', async () => {
    const who = await core.identity();
    const rejected = await send(who, '/api/v1/validate');
    assert.deepEqual([rejected.status, rejected.body.error.code], [400, 'unsupported_file_type']);
    assert.match(rejected.body.error.message, NOT_ANALYSED);
    await decide(who, true);
    const judged = await send(who, '/api/v1/validate');
    assert.equal(judged.status, 200, JSON.stringify(judged.body));
    assert.ok(rulesOf(judged.body).includes(INJECTION), String(rulesOf(judged.body)));
  });

  it('counts for a queued file as it was at the submission', async () => {
    const who = await core.identity();
    await decide(who, true);
    const judged = await resultOf(who, () => decide(who, false));
    assert.ok(rulesOf(judged.body).includes(INJECTION), JSON.stringify(judged.body));
    const rejected = await resultOf(who, () => decide(who, true));
    assert.match(JSON.stringify(rejected.body), NOT_ANALYSED);
  });

  it('has the files of a project judged, and judged anew when it changes, as it was at the submission', async () => {
    const who = await core.identity();
    const without = await projectOf(who, () => decide(who, true));
    assert.deepEqual(
      [without.project.passed, without.project.score, acrossOf(without.project)],
      [false, null, ['XPL-ENG-011', 'XPL-ENG-012']],
    );
    assert.match(
      without.project.projectFindings[0].description,
      /set `includeLogicApps` in the organisation's/,
    );
    assert.equal(without.files.get('Orders/workflow.json').status, 'skipped');
    assert.match(without.files.get('Orders/workflow.json').error.message, NOT_ANALYSED);

    const judged = await projectOf(who, () => decide(who, false));
    assert.deepEqual(acrossOf(judged.project), []);
    const workflow = judged.files.get('Orders/workflow.json');
    assert.deepEqual([workflow.status, workflow.summary.critical], ['completed', 1]);
    assert.equal(judged.files.get('connections.json').status, 'completed');
    const result = await callAs(who, gateway, 'GET', `/api/v1/results/${workflow.validationId}`);
    assert.ok(rulesOf(result.body).includes(INJECTION), JSON.stringify(result.body));

    const again = await projectOf(who);
    assert.deepEqual(acrossOf(again.project), acrossOf(without.project));
    assert.equal(again.files.get('Orders/workflow.json').status, 'skipped');
  });
});
