/** Ends of channels that lead from one file to another one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHANNEL_LIMITS } from '../../src/analysis/inventory/channels.ts';
import type { Platform } from '../../src/analysis/model/platform.ts';
import { channelsIn } from '../support/files/channels-in.ts';
import { exampleFile } from '../support/files/example-file.ts';

/** Returns the ends of a file as `queue uipath > Orders`: `>` writes, `<` reads. */
const endsOf = (filename: string, content: Uint8Array): string[] =>
  channelsIn(filename, content).map(({ kind, platform, isWriter, name, host }) =>
    [kind, platform ?? 'any', isWriter ? '>' : '<', name, ...(host === '' ? [] : [`at ${host}`])].join(' '),
  );

const endsOfSteps = (...steps: readonly string[]): string[] =>
  endsOf('Main.xaml', exampleFile('uipath', `<Sequence>${steps.join('')}</Sequence>`));

const exampleOf = (platform: Platform, text: string, filename: string): string[] =>
  endsOf(filename, exampleFile(platform, text));

/** A step that runs another bot. */
const RUN_TASK = `{ "commandName": "runTask", "packageName": "TaskBot", "attributes": [ { "name": "taskbot", "value": {
  "type": "TASKBOT", "taskbotFile": { "type": "FILE", "string": "repository:///Automation%20Anywhere/Bots/Post" } } } ] }`;

const PARENT = '0b1c2d3e-0000-4000-8000-000000000001';
const CHILD = '0B1C2D3E-0000-4000-8000-000000000002';
const FLOW = JSON.stringify({
  name: PARENT,
  properties: {
    displayName: 'Start the robot',
    definition: {
      triggers: { manual: { type: 'Request', kind: 'Button', inputs: {} } },
      actions: {
        Run_child: {
          type: 'Workflow',
          runAfter: {},
          inputs: { host: { workflowReferenceName: CHILD }, body: {} },
        },
        Run_self: {
          type: 'Workflow',
          runAfter: {},
          inputs: { host: { workflowReferenceName: PARENT }, body: {} },
        },
      },
    },
  },
});

describe('the channels of a file', () => {
  it('are its queues, assets and shared files, each end once', () => {
    assert.deepEqual(
      endsOfSteps(
        '<ui:AddQueueItem QueueType="Orders" />',
        '<ui:AddQueueItem QueueType="orders " />',
        '<ui:GetQueueItem QueueType="Returns" TransactionItem="[item]" />',
        '<ui:GetRobotAsset AssetName="Mode" Value="[mode]" />',
        '<ui:ReadTextFile FileName="\\\\Files.corp.example\\out\\a.txt" Content="[text]" />',
      ),
      [
        'queue uipath > Orders',
        'queue uipath < Returns',
        'asset uipath < Mode',
        'file any < \\\\Files.corp.example\\out\\a.txt at files.corp.example',
      ],
    );
  });

  it('are the work queues of desktop flows, by their ids', () => {
    const [one, other] = ['a6139a41-da34-f111-88b4-6045bdcde975', 'b6139a41-da34-f111-88b4-6045bdcde975'];
    const flow = (
      takes: string,
      adds: string,
    ): string => `LOOP WHILE (WorkQueues.ProcessWorkQueueItem.ProcessWorkQueueItem WorkQueue: $'''${takes}''' WorkQueueItem=> Item)
WorkQueues.EnqueueWorkQueueItem.WithoutUniqueId WorkQueue: $'''${adds}''' Status: WorkQueues.WorkQueueItemEnqueueStatus.Queued Priority: WorkQueues.WorkQueueItemPriority.Normal Name: $'''Order''' Value: Item.Value WorkQueueItem=> Added
END`;
    assert.deepEqual(exampleOf('power-automate', flow(one, other), 'flow.txt'), [
      `queue power-automate < ${one}`,
      `queue power-automate > ${other}`,
    ]);
    const template = '{ReplaceWithWorkQueueId}';
    assert.deepEqual(exampleOf('power-automate', flow(template, template), 'flow.txt'), []);
  });

  it('are the work queues that a cloud flow adds rows for', () => {
    const adds = (queue: string, table = 'workqueueitems'): string =>
      JSON.stringify({
        Add_item: {
          type: 'OpenApiConnection',
          inputs: {
            host: {
              apiId: '/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps',
              connectionName: 'shared_commondataserviceforapps',
              operationId: 'CreateRecord',
            },
            parameters: {
              entityName: table,
              'item/name': 'Order',
              'item/input': "@{triggerBody()?['text']}",
              'item/workqueueid@odata.bind': queue,
            },
          },
          runAfter: {},
        },
      }).slice(1, -1);
    const queuesOf = (steps: string): string[] =>
      exampleOf('power-automate', steps, 'Orders.json').filter((end) => end.startsWith('queue'));
    assert.deepEqual(queuesOf(adds(`/workqueues(${CHILD})`)), [`queue power-automate > ${CHILD}`]);
    assert.deepEqual(queuesOf(adds("/workqueues(@{variables('queue')})")), []);
    assert.deepEqual(queuesOf(adds(`/accounts(${CHILD})`, 'contacts')), []);
  });

  it('are the queues of Orchestrator that a cloud flow fills by its API', () => {
    const posts = (name: string, method: string): string =>
      JSON.stringify({
        Add_item: {
          type: 'Http',
          inputs: {
            method: 'POST',
            uri: `https://cloud.uipath.com/acme/prod/orchestrator_/odata/Queues/UiPathODataSvc.${method}`,
            body: { itemData: { Name: name, SpecificContent: { Order: "@triggerBody()?['text']" } } },
          },
          runAfter: {},
        },
      }).slice(1, -1);
    const queuesOf = (steps: string): string[] =>
      exampleOf('power-automate', steps, 'Orders.json').filter((end) => end.startsWith('queue'));
    assert.deepEqual(queuesOf(posts('Orders', 'AddQueueItem')), ['queue uipath > Orders']);
    assert.deepEqual(queuesOf(posts("@{variables('queue')}", 'AddQueueItem')), []);
    assert.deepEqual(queuesOf(posts('Orders', 'AddQueueItems')), []);
    assert.deepEqual(
      endsOfSteps(
        '<upaq:AddQueueItemAndGetReference QueueName="Orders" xmlns:upaq="clr-namespace:UiPath.Persistence.Activities.Queue;assembly=UiPath.Persistence.Activities" />',
      ),
      ['queue uipath > Orders'],
    );
  });

  it('are the cloud flows that a request to the address of their trigger starts, without the key in it', () => {
    const requested = (address: string): string[] =>
      endsOfSteps(
        `<uwah:HttpClient EndPoint="${address}" xmlns:uwah="clr-namespace:UiPath.Web.Activities;assembly=UiPath.Web.Activities" />`,
      );
    const id = CHILD.toLowerCase();
    const path = `workflows/${CHILD.replaceAll('-', '')}/triggers/manual/paths/invoke?sig=c2VjcmV0`;
    const expected = [`automation power-automate > ${id}`];
    assert.deepEqual(requested(`https://prod-1.westeurope.logic.azure.com:443/${path}`), expected);
    assert.deepEqual(
      requested(`https://abc.environment.api.powerplatform.com:443/powerautomate/automations/direct/${path}`),
      expected,
    );
    assert.deepEqual(requested('https://erp.example/workflows/12/triggers/manual'), []);
    assert.deepEqual(requested('[address]'), []);
  });

  it('are a project of UiPath, and the processes that a workflow starts by name', () => {
    assert.deepEqual(
      endsOfSteps(
        '<ui:StartJob ProcessName="Post Invoices" />',
        '<ui:StartJob ProcessName="[process]" />',
        '<ui:InvokeWorkflowFile WorkflowFileName="Post.xaml" />',
      ),
      ['automation uipath > Post Invoices'],
    );
    const project = '{"name":"Post Invoices","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}';
    assert.deepEqual(endsOf('project.json', Buffer.from(project)), ['automation uipath < Post Invoices']);
  });

  it('are no file of one machine, no clipboard, no name that the run decides, and nothing that is switched off', () => {
    assert.deepEqual(
      endsOfSteps(
        '<ui:WriteTextFile FileName="C:\\Users\\ada\\a.txt" Text="[text]" />',
        '<ui:WriteTextFile FileName="out/a.txt" Text="[text]" />',
        '<ui:SetToClipboard Text="[text]" />',
        '<ui:AddQueueItem QueueType="[queue]" />',
        '<ui:CommentOut><ui:CommentOut.Body><Sequence><ui:GetRobotAsset AssetName="Mode" Value="[mode]" /></Sequence></ui:CommentOut.Body></ui:CommentOut>',
      ),
      [],
    );
  });

  it('are at most so many, and a longer name is left out', () => {
    const steps = Array.from(
      { length: CHANNEL_LIMITS.endsMax + 5 },
      (_, i) => `<ui:GetRobotAsset AssetName="Asset${i}" Value="[mode]" />`,
    );
    assert.equal(endsOfSteps(...steps).length, CHANNEL_LIMITS.endsMax);
    const long = 'x'.repeat(CHANNEL_LIMITS.charactersMax + 1);
    assert.deepEqual(endsOfSteps(`<ui:GetRobotAsset AssetName="${long}" Value="[mode]" />`), []);
  });

  it('are a bot itself and the bots that it starts', () => {
    const ends = exampleOf('automation-anywhere', RUN_TASK, 'Automation Anywhere/Bots/Load.json');
    assert.deepEqual(ends, [
      'automation automation-anywhere < Load',
      'automation automation-anywhere > Automation Anywhere/Bots/Post',
    ]);
  });

  it('are a cloud flow itself and the flows of other files that it starts', () => {
    const ends = channelsIn(`Start-${PARENT}.json`, Buffer.from(FLOW)).map(({ key, isWriter }) => [
      key,
      isWriter,
    ]);
    assert.deepEqual(ends, [
      [PARENT, false],
      [CHILD.toLowerCase(), true],
    ]);
  });
});
