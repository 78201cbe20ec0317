/** Secret and personal data that a workflow of another project puts into a channel, and that gets out in this one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CROSSING_RULE } from '../../../src/analysis/model/measures/crossing.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { estateService } from '../../support/service/estate-service.ts';
import type { Body } from '../../support/service/project-service.ts';

const { core, call, get, submit, completed } = await estateService();
const { owner } = core.database;

/** Puts the IBAN of a row into a queue, under a key. */
const fills = (queue: string, key: string, value = 'in_Row(&quot;IBAN&quot;).ToString'): string => `
<ui:AddQueueItem QueueType="${queue}"><ui:AddQueueItem.ItemInformation>
  <InArgument x:TypeArguments="x:String" x:Key="${key}">[${value}]</InArgument>
</ui:AddQueueItem.ItemInformation></ui:AddQueueItem>`;
const logs = (queue: string, value: string): string => `
<ui:GetQueueItem QueueType="${queue}" TransactionItem="[item]" />
<ui:LogMessage DisplayName="Write log" Level="Info" Message="[${value}]" />`;
const itemOf = (key: string): string => `item.SpecificContent(&quot;${key}&quot;).ToString`;

const fileOf = (steps: string): Buffer =>
  exampleFile(
    'uipath',
    `<x:Property Name="in_Row" Type="InArgument(sd:DataRow)" />
<Variable x:TypeArguments="ui:QueueItem" Name="item" />
<Sequence>${steps}</Sequence>`,
  );

interface Run {
  readonly path: string;
  readonly steps: string;
  readonly repository?: string;
  readonly branch?: string;
  readonly ruleset?: string;
}

async function run(
  who: Identity,
  { path, steps, repository = 'bank/performer', branch = 'main', ruleset = 'strict' }: Run,
): Promise<Body> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(fileOf(steps))]), path);
  form.set('platform', 'uipath');
  form.set('ruleset', ruleset);
  form.set('enforcement_mode', 'blocking');
  form.set('metadata', JSON.stringify({ pipeline: { repository, branch } }));
  const { status, body } = await call(who, 'POST', '/validate', form);
  assert.ok(status === 200 || status === 422, JSON.stringify(body));
  return body;
}

async function keeper(): Promise<Identity> {
  const who = await core.identity();
  await call(who, 'PATCH', '/organisation/settings', { keepChannels: true });
  return who;
}

/** Copies the dispatcher with the ends of its channels; `id` starts the ids and names of the copies. */
async function copyDispatcher(
  { orgId }: Identity,
  { number, id, repository }: { readonly number: number; readonly id: string; readonly repository: string },
): Promise<void> {
  await owner`
    with copies as (
      insert into workflows
      select (jsonb_populate_record(workflow, jsonb_build_object(
        'id', ${id}::text || substr(gen_random_uuid()::text, 9), 'filename', ${id}::text || number || '.xaml',
        'repository', ${repository}::text
      ))).*
      from workflows as workflow, generate_series(1, ${number}::int) as number
      where workflow.org_id = ${orgId} and filename = 'Dispatcher.xaml'
      returning id
    )
    insert into channel_ends (
      org_id, kind, platform, key, workflow_id, is_writer, name, host, is_proven, families, places
    )
    select ends.org_id, ends.kind, ends.platform, key, copies.id, is_writer, name, host, is_proven, families, places
    from copies, channel_ends as ends join workflows as workflow on workflow.id = workflow_id
    where ends.org_id = ${orgId} and filename = 'Dispatcher.xaml'`;
}

const crossingsIn = ({ findings }: Body): Body[] =>
  findings.filter(({ catalogRuleId }: Body) => catalogRuleId === CROSSING_RULE);

const dispatcher = (steps: string, more: Partial<Run> = {}): Run => ({
  path: 'Dispatcher.xaml',
  steps,
  repository: 'bank/dispatcher',
  ...more,
});
const performer = (steps: string, more: Partial<Run> = {}): Run => ({
  path: 'Performer.xaml',
  steps,
  ...more,
});

describe('data of another project', () => {
  it('is reported where it gets out, blocks nothing, and does not name the other workflow', async () => {
    const who = await keeper();
    const before = await run(who, performer(logs('Orders', itemOf('Account'))));
    assert.deepEqual(crossingsIn(before), []);
    await run(who, dispatcher(fills('ORDERS', 'Account')));
    const after = await run(who, performer(logs('Orders', itemOf('Account'))));
    const [finding, ...others] = crossingsIn(after);
    assert.deepEqual(others, []);
    assert.match(
      finding.description,
      /^The queue "Orders" brings personal data of another project into the log message of "Write log"\. /,
    );
    assert.equal(finding.severity, 'medium');
    assert.doesNotMatch(JSON.stringify(after), /ispatcher/);
    assert.deepEqual(
      [after.score, after.passed, after.blockingFindings.length],
      [before.score, before.passed, before.blockingFindings.length],
    );
    assert.equal(after.summary.medium, before.summary.medium + 1);
    const { items } = await get(who, '/channels');
    const [{ writers, readers }] = items;
    assert.deepEqual(
      [...writers, ...readers].map(({ filename, data, sinks }: Body) => [filename, data, sinks]),
      [
        ['Dispatcher.xaml', ['personal'], []],
        ['Performer.xaml', ['personal', 'secret'], ['log']],
      ],
    );
  });

  it('is that of the member which the workflow reads', async () => {
    const who = await keeper();
    await run(who, dispatcher(fills('Orders', 'Account') + fills('Orders', 'Reference', '&quot;42&quot;')));
    const reads = async (value: string) =>
      crossingsIn(await run(who, performer(logs('Orders', value)))).length;
    assert.deepEqual(
      [
        await reads(itemOf('Account')),
        await reads(itemOf('Reference')),
        await reads('item.ToString.Length.ToString'),
      ],
      [1, 0, 0],
    );
  });

  it('counts from another repository, on a default branch or proven, and in the strict rules alone', async () => {
    const who = await keeper();
    const reads = async (more: Partial<Run> = {}) =>
      crossingsIn(await run(who, performer(logs('Orders', itemOf('Account')), more))).length;
    await run(who, { ...dispatcher(fills('Orders', 'Account')), repository: 'bank/performer' });
    assert.equal(await reads(), 0, 'its own repository');
    await run(who, dispatcher(fills('Orders', 'Account'), { branch: 'feature/x' }));
    assert.equal(await reads(), 0, 'another branch');
    await owner`
      update channel_ends set is_proven = true where org_id = ${who.orgId} and is_writer`;
    assert.equal(await reads(), 1, 'proven');
    assert.equal(await reads({ branch: 'feature/y' }), 1, 'on the branch that is judged');
    assert.equal(await reads({ ruleset: 'default' }), 0);
  });

  it('is reported to a caller of one team, who sees nothing of the other project', async () => {
    const who = await keeper();
    const { body: team } = await call(who, 'POST', '/teams', {
      name: 'Performers',
      patterns: [{ repository: 'bank/performer' }],
    });
    const scopes = ['analysis:read', 'analysis:write'];
    const { body: made } = await call(who, 'POST', '/api-keys', {
      name: 'pipeline',
      scopes,
      teamId: team.id,
    });
    const narrowed = { orgId: who.orgId, key: made.secret } as Identity;
    await run(who, dispatcher(fills('Orders', 'Account')));
    const answer = await run(narrowed, performer(logs('Orders', itemOf('Account'))));
    assert.equal(crossingsIn(answer).length, 1);
    const channels = await get(narrowed, '/channels?show=all');
    assert.doesNotMatch(JSON.stringify([answer, channels]), /ispatcher/);
    assert.deepEqual(
      channels.items.map(({ name, readers }: Body) => [name, readers.map(({ filename }: Body) => filename)]),
      [['Orders', ['Performer.xaml']]],
    );
  });

  it('is of one organisation alone, and of one that stores channels', async () => {
    const [one, other, silent] = [await keeper(), await keeper(), await core.identity()];
    await run(one, dispatcher(fills('Orders', 'Account')));
    await run(silent, dispatcher(fills('Orders', 'Account')));
    for (const who of [other, silent])
      assert.deepEqual(crossingsIn(await run(who, performer(logs('Orders', itemOf('Account'))))), []);
  });

  it('is reported in files of a project, also where they are the same as before', async () => {
    const who = await keeper();
    const content = zip([{ name: 'Performer.xaml', content: fileOf(logs('Orders', itemOf('Account'))) }]);
    const metadata = JSON.stringify({ pipeline: { repository: 'bank/performer', branch: 'main' } });
    const again = async () => {
      const { body } = await submit(who, content, 'robot.zip', { metadata, ruleset: 'strict' });
      const { items } = await completed(who, body.projectValidationId);
      return crossingsIn(await get(who, `/results/${items[0].validationId}`)).length;
    };
    assert.equal(await again(), 0);
    await run(who, dispatcher(fills('Orders', 'Account')));
    assert.equal(await again(), 1);
    assert.equal(await again(), 1);
  });

  it('is new once, has one id, and is resolved when the other project lets it be', async () => {
    const who = await keeper();
    const reads = async () => await run(who, performer(logs('Orders', itemOf('Account'))));
    const countsOf = async ({ validationId }: Body) => {
      const [row] = await owner`select diff from validations where id = ${validationId}`;
      const { new: added, resolved } = row!.diff.counts;
      return { added, resolved };
    };
    await reads();
    await run(who, dispatcher(fills('Orders', 'Account')));
    const [first, second] = [await reads(), await reads()];
    assert.deepEqual(await countsOf(first), { added: 1, resolved: 0 });
    assert.deepEqual(await countsOf(second), { added: 0, resolved: 0 });
    assert.equal(crossingsIn(second)[0]!.id, crossingsIn(first)[0]!.id);
    await run(who, dispatcher(fills('Orders', 'Reference', '&quot;42&quot;')));
    assert.deepEqual(await countsOf(await reads()), { added: 0, resolved: 1 });
  });

  it('is sought among the first 1,000 writers of other projects', async () => {
    const who = await keeper();
    const reads = async () =>
      crossingsIn(await run(who, performer(logs('Orders', itemOf('Account'))))).length;
    await run(who, dispatcher(fills('Orders', 'Account')));
    await copyDispatcher(who, { number: 1, id: 'ffffffff', repository: 'bank/other' });
    await copyDispatcher(who, { number: 1_000, id: '00000000', repository: 'bank/performer' });
    await owner`delete from workflows where org_id = ${who.orgId} and filename = 'Dispatcher.xaml'`;
    assert.equal(await reads(), 1, 'those of its own project do not count');
    await owner`
      update workflows set repository = 'bank/other' where org_id = ${who.orgId} and filename like '00000000%'`;
    await owner`
      update channel_ends set places = '{personal:other}'
      where org_id = ${who.orgId} and workflow_id::text like '00000000%'`;
    assert.equal(await reads(), 0);
  });

  it('is waived by an exception', async () => {
    const who = await keeper();
    const approver = await core.identity(undefined, who.orgId);
    await run(who, dispatcher(fills('Orders', 'Account')));
    const { validationId, findings } = await run(who, performer(logs('Orders', itemOf('Account'))));
    const [{ id: findingId }] = crossingsIn({ findings });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const wanted = { validationId, findingId, reason: 'The log is only read by the owner.', expiresAt };
    const { body } = await call(who, 'POST', '/exceptions', wanted);
    await call(approver, 'POST', `/exceptions/${body.id}/approve`, {});
    const [finding] = crossingsIn(await run(who, performer(logs('Orders', itemOf('Account')))));
    assert.deepEqual([finding.exceptionStatus, finding.exceptionId], ['approved', body.id]);
  });
});
