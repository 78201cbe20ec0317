/** Secret and personal data at the ends of channels: what a file puts in, and what it lets out of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Platform } from '../../src/analysis/model/platform.ts';
import { channelsIn } from '../support/files/channels-in.ts';
import { exampleFile } from '../support/files/example-file.ts';

/** Returns the ends with data as `queue > personal at "iban"` or `queue < personal, secret into log`. */
const dataIn = (platform: Platform, text: string): string[] =>
  channelsIn('file', exampleFile(platform, text)).flatMap(
    ({ kind, isWriter, families, sinks = [], places = [] }) => {
      if (families === undefined) return [];
      const whole = places.flatMap((place) => place.split('=')[1] ?? []);
      const where = isWriter
        ? `at ${whole.map((name) => `"${name}"`).join(', ')}`
        : `into ${sinks.join(', ')}`;
      return [`${kind} ${isWriter ? '>' : '<'} ${families.join(', ')} ${where}`];
    },
  );

const secret = (value: string): string => `
<Variable x:TypeArguments="s:SecureString" Name="login" />
<Variable x:TypeArguments="x:String" Name="user" />
<Sequence>
  <ui:GetRobotCredential DisplayName="Get login" AssetName="Erp" Username="[user]" Password="[login]" />
  <ui:AddQueueItem QueueType="Orders"><ui:AddQueueItem.ItemInformation>
    <InArgument x:TypeArguments="x:String" x:Key="Login">[${value}]</InArgument>
  </ui:AddQueueItem.ItemInformation></ui:AddQueueItem>
</Sequence>`;

const QUEUE = 'a6139a41-da34-f111-88b4-6045bdcde975';

describe('the data of channels', () => {
  it('is a secret that is no longer protected', () => {
    const opened = 'New System.Net.NetworkCredential(&quot;&quot;, login).Password';
    assert.deepEqual(dataIn('uipath', secret(opened)), ['queue > secret at "specificcontent.login"']);
    assert.deepEqual(dataIn('uipath', secret('user')), []);
  });

  const FLOW = '11111111-2222-3333-4444-555555555555';
  const trigger = `https://prod-12.westeurope.logic.azure.com:443/workflows/${FLOW.replaceAll('-', '')}/triggers/manual/paths/invoke?api-version=2016-06-01`;

  it('is what a request to the address of a cloud flow has in its body', () => {
    const opened = 'New System.Net.NetworkCredential(&quot;&quot;, login).Password';
    const post = (body: string): string => `
<Variable x:TypeArguments="s:SecureString" Name="login" />
<Variable x:TypeArguments="x:String" Name="user" />
<Sequence>
  <ui:GetRobotCredential DisplayName="Get login" AssetName="Erp" Username="[user]" Password="[login]" />
  <ui:HttpClient DisplayName="Post" Method="POST" EndPoint="${trigger}" Body="[${body}]" />
</Sequence>`;
    const member = (name: string, value: string): string =>
      `&quot;{&quot;&quot;${name}&quot;&quot;: &quot;&quot;&quot; + ${value} + &quot;&quot;&quot;}&quot;`;
    assert.deepEqual(dataIn('uipath', post(member('login', opened))), ['automation > secret at "login"']);
    assert.deepEqual(dataIn('uipath', post(opened)), ['automation > secret at "?"']);
    assert.deepEqual(dataIn('uipath', post(member('login', 'user'))), []);
  });

  it('is what a desktop flow puts into a work queue, and what it logs of one', () => {
    const input = `@INPUT IBAN : { 'description': '', 'friendlyName': 'IBAN', 'value': {  }, 'mandatory': True, 'schema': { 'type': 'Text', 'isSensitive': False } }`;
    const add = `WorkQueues.EnqueueWorkQueueItem.WithoutUniqueId WorkQueue: $'''${QUEUE}''' Status: WorkQueues.WorkQueueItemEnqueueStatus.Queued Priority: WorkQueues.WorkQueueItemPriority.Normal Name: $'''Order''' Value: IBAN WorkQueueItem=> Added`;
    assert.deepEqual(dataIn('power-automate', `${input}\n${add}`), ['queue > personal at "value"']);
    const log = (text: string): string =>
      `LOOP WHILE (WorkQueues.ProcessWorkQueueItem.ProcessWorkQueueItem WorkQueue: $'''${QUEUE}''' WorkQueueItem=> Item)\nLogging.LogMessage Message: $'''${text}''' LogLevel: Logging.LogLevel.Info\nEND`;
    assert.deepEqual(dataIn('power-automate', log('%Item.Value%')), ['queue < personal, secret into log']);
    assert.deepEqual(dataIn('power-automate', log('Done')), []);
  });

  it('is what a cloud flow puts into a queue of Orchestrator, under the name that a workflow reads', () => {
    const action = {
      type: 'Http',
      runAfter: {},
      inputs: {
        method: 'POST',
        uri: 'https://cloud.uipath.com/acme/prod/orchestrator_/odata/Queues/UiPathODataSvc.AddQueueItem',
        body: { itemData: { Name: 'Orders', SpecificContent: { Account: "@triggerBody()?['IBAN']" } } },
      },
    };
    assert.deepEqual(dataIn('power-automate', JSON.stringify({ Add_item: action }).slice(1, -1)), [
      'queue > personal at "specificcontent.account"',
    ]);
  });

  it('is not what the file itself shows to be such data, as other rules report it', () => {
    const log = (key: string): string => `
<Variable x:TypeArguments="ui:QueueItem" Name="item" />
<Sequence>
  <ui:GetQueueItem QueueType="Orders" TransactionItem="[item]" />
  <ui:LogMessage Level="Info" Message="[item.SpecificContent(&quot;${key}&quot;).ToString]" />
</Sequence>`;
    assert.deepEqual(dataIn('uipath', log('Account')), ['queue < personal, secret into log']);
    assert.deepEqual(dataIn('uipath', log('IBAN')), ['queue < secret into log']);
  });
});
