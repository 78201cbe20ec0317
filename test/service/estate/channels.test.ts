/** Channels between workflows by REST: who puts data into a queue, and who takes it out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTINGS_DEFAULT } from '../../../src/contract/organisation-settings.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { deleteUnusedChannels } from '../../../src/service/results/estate/channel-ends-store.ts';
import { updateEstate } from '../../../src/service/results/estate/estate-store.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { estateService } from '../../support/service/estate-service.ts';
import type { Body } from '../../support/service/project-service.ts';

const { core, call, get, submit, completed } = await estateService();
const { app, owner, ownerSql } = core.database;

const adds = (queue: string): string => `<ui:AddQueueItem QueueType="${queue}" />`;
const takes = (queue: string): string => `<ui:GetQueueItem QueueType="${queue}" TransactionItem="[item]" />`;
const fileOf = (...steps: readonly string[]): Buffer =>
  exampleFile('uipath', `<Sequence>${steps.join('')}</Sequence>`);

interface Run {
  readonly path: string;
  readonly steps: readonly string[];
  readonly repository?: string;
  readonly branch?: string;
}

/** Validates a file; returns the id of the run. */
async function run(who: Identity, { path, steps, repository = 'bank/robots', branch }: Run): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(fileOf(...steps))]), path);
  form.set('platform', 'uipath');
  form.set('metadata', JSON.stringify({ pipeline: { repository, ...(branch && { branch }) } }));
  const { status, body } = await call(who, 'POST', '/validate', form);
  assert.ok(status === 200 || status === 422, JSON.stringify(body));
  return body.validationId;
}

async function keep(who: Identity, keepChannels: boolean): Promise<void> {
  const { status, body } = await call(who, 'PATCH', '/organisation/settings', { keepChannels });
  assert.deepEqual([status, body.keepChannels], [200, keepChannels]);
}

async function keeper(): Promise<Identity> {
  const who = await core.identity();
  await keep(who, true);
  return who;
}

/** Returns the channels as `queue Orders: A.xaml > B.xaml`. */
async function channels(who: Identity, query = ''): Promise<string[]> {
  const { items } = await get(who, `/channels?${query}`);
  const names = (ends: Body[]): string => ends.map(({ filename }) => filename).join(', ');
  return items.map(
    ({ kind, name, writers, readers }: Body) => `${kind} ${name}: ${names(writers)} > ${names(readers)}`,
  );
}

/** A dispatcher and a performer of two repositories. */
async function feedOrders(who: Identity): Promise<{ readonly writer: string; readonly reader: string }> {
  const writer = await run(who, {
    path: 'Dispatcher.xaml',
    steps: [adds('Orders'), adds('Lonely')],
    repository: 'bank/dispatcher',
    branch: 'main',
  });
  const reader = await run(who, {
    path: 'Performer.xaml',
    steps: [takes('ORDERS')],
    repository: 'bank/performer',
    branch: 'main',
  });
  return { writer, reader };
}

describe('channels between workflows', () => {
  it('join the workflow that fills a queue to the one that empties it, across repositories', async () => {
    const who = await keeper();
    const { writer, reader } = await feedOrders(who);
    const { items, nextCursor, isEnabled } = await get(who, '/channels');
    assert.deepEqual([nextCursor, isEnabled, items.length], [null, true, 1]);
    const [{ kind, platform, host, writerCount, readerCount, writers, readers }] = items;
    assert.deepEqual([kind, host, writerCount, readerCount], ['queue', null, 1, 1]);
    assert.equal(platform, writers[0].platform);
    assert.deepEqual(
      [writers, readers].map(([end]) => [end.filename, end.repository, end.validationId]),
      [
        ['Dispatcher.xaml', 'bank/dispatcher', writer],
        ['Performer.xaml', 'bank/performer', reader],
      ],
    );
    const workflow = await get(who, `/workflows/${writers[0].workflowId}`);
    assert.equal(workflow.filename, 'Dispatcher.xaml');
  });

  it('show those with one side only on request, and are found by kind, name and workflow', async () => {
    const who = await keeper();
    await feedOrders(who);
    await run(who, { path: 'Other.xaml', steps: [adds('Mail'), takes('Mail')] });
    assert.deepEqual(await channels(who), ['queue ORDERS: Dispatcher.xaml > Performer.xaml']);
    assert.deepEqual(await channels(who, 'show=all'), [
      'queue Lonely: Dispatcher.xaml > ',
      'queue Mail: Other.xaml > Other.xaml',
      'queue ORDERS: Dispatcher.xaml > Performer.xaml',
    ]);
    assert.deepEqual(await channels(who, 'show=all&q=AIL'), ['queue Mail: Other.xaml > Other.xaml']);
    assert.deepEqual(await channels(who, 'kind=asset'), []);
    const { items } = await get(who, '/workflows?q=Performer');
    assert.deepEqual(await channels(who, `show=all&workflowId=${items[0].workflowId}`), [
      'queue ORDERS: Dispatcher.xaml > Performer.xaml',
    ]);
  });

  it('join runs that end at the same time', async () => {
    const who = await keeper();
    const names = ['One', 'Two', 'Three', 'Four'];
    await Promise.all(
      names.flatMap((name) => [
        run(who, { path: `${name}-writer.xaml`, steps: [adds(name)] }),
        run(who, { path: `${name}-reader.xaml`, steps: [takes(name)] }),
      ]),
    );
    const found = await channels(who);
    assert.deepEqual(
      found.sort(),
      names.map((name) => `queue ${name}: ${name}-writer.xaml > ${name}-reader.xaml`).sort(),
    );
  });

  it('are counted up to a limit on each side', async () => {
    const who = await keeper();
    const { writer } = await feedOrders(who);
    await owner`
      with copies as (
        insert into workflows
        select (jsonb_populate_record(workflow, jsonb_build_object('id', gen_random_uuid(), 'filename', 'Copy' || number || '.xaml'))).*
        from workflows as workflow, generate_series(1, 1100) as number
        where workflow.org_id = ${who.orgId} and validation_id = ${writer}
        returning id
      )
      insert into channel_ends (org_id, kind, platform, key, workflow_id, is_writer, name, host, is_proven)
      select ends.org_id, kind, platform, key, copies.id, true, name, host, false
      from channel_ends as ends, copies where org_id = ${who.orgId} and key = 'orders' and is_writer`;
    for (const query of ['', '?q=orders']) {
      const { items } = await get(who, `/channels${query}`);
      assert.deepEqual(
        items.map(({ writerCount, readerCount, writers }: Body) => [
          writerCount,
          readerCount,
          writers.length,
        ]),
        [[1_000, 1, 20]],
        query,
      );
    }
  });

  it('come page by page', async () => {
    const who = await keeper();
    const names = ['a/b', 'Ünï', 'c'];
    await run(who, { path: 'A.xaml', steps: names.map(adds) });
    await run(who, { path: 'B.xaml', steps: names.map(takes) });
    const whole = await channels(who);
    assert.equal(whole.length, names.length);
    const paged: string[] = [];
    let cursor = '';
    do {
      const query = `pageSize=1${cursor}`;
      paged.push(...(await channels(who, query)));
      const { nextCursor } = await get(who, `/channels?${query}`);
      cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
    } while (cursor !== '');
    assert.deepEqual(paged, whole);
    const { status, body } = await call(who, 'GET', '/channels?cursor=AAAA');
    assert.deepEqual([status, body.error.code], [400, 'invalid_cursor']);
  });

  it('follow the newest run of the default branch, and go with the workflow', async () => {
    const who = await keeper();
    await feedOrders(who);
    const performer = { path: 'Performer.xaml', repository: 'bank/performer' };
    await run(who, { ...performer, branch: 'feature/x', steps: [takes('Other')] });
    assert.equal((await channels(who)).length, 1, 'another branch changes nothing');
    await run(who, { ...performer, branch: 'main', steps: [takes('Other')] });
    assert.deepEqual(await channels(who), []);
    await run(who, { ...performer, branch: 'main', steps: [takes('Orders')] });
    assert.equal((await channels(who)).length, 1);
    const { items } = await get(who, '/workflows?q=Performer');
    await call(who, 'DELETE', `/workflows/${items[0].workflowId}`);
    assert.deepEqual(await channels(who), []);
    const [row] = await owner`
      select count(*)::int as count from channel_ends where org_id = ${who.orgId} and workflow_id = ${items[0].workflowId}`;
    assert.equal(row!.count, 0);
  });

  it('are deleted once no workflow uses them, but not those that a run is about to use', async () => {
    const who = await keeper();
    const known = async () => {
      const rows = await owner<{ key: string }[]>`
        select key from channels where org_id = ${who.orgId} order by key`;
      return rows.map(({ key }) => key.toUpperCase());
    };
    const sweep = () => inTransaction(ownerSql, (sql) => deleteUnusedChannels(sql, 1_000));
    for (const name of ['First', 'Second', 'Third']) await run(who, { path: 'A.xaml', steps: [adds(name)] });
    assert.deepEqual(await known(), ['FIRST', 'SECOND', 'THIRD']);
    let sweeping: Promise<number> | undefined;
    await owner.begin(async (sql) => {
      await sql`
        insert into channel_ends (org_id, kind, platform, key, workflow_id, is_writer, name, host, is_proven)
        select org_id, kind, platform, key, workflow_id, true, key, '', false
        from channels where org_id = ${who.orgId} and upper(key) = 'SECOND'`;
      sweeping = sweep();
    });
    assert.ok((await sweeping!) >= 1);
    assert.deepEqual(await known(), ['SECOND', 'THIRD']);
  });

  it('count another branch only if its repository is proven', async () => {
    const who = await keeper();
    await run(who, { path: 'A.xaml', steps: [adds('Orders')], branch: 'main' });
    const id = await run(who, { path: 'B.xaml', steps: [takes('Orders')], branch: 'feature/x' });
    assert.deepEqual(await channels(who), []);
    await owner`
      update validations set pipeline = pipeline || '{"isProven":true}' where org_id = ${who.orgId} and id = ${id}`;
    const settings = { ...SETTINGS_DEFAULT, keepChannels: true };
    await withOrganisation(app, who.orgId, async (transaction) =>
      updateEstate(transaction, [id], settings, null),
    );
    assert.deepEqual(await channels(who), ['queue Orders: A.xaml > B.xaml']);
  });

  it('are those of the files of a project, also where its files are the same as before', async () => {
    const who = await keeper();
    await keep(who, false);
    const content = zip([
      { name: 'A.xaml', content: fileOf(adds('Orders')) },
      { name: 'B.xaml', content: fileOf(takes('Orders')) },
    ]);
    const again = async () => completed(who, (await submit(who, content)).body.projectValidationId);
    await again();
    assert.deepEqual(await channels(who), []);
    await keep(who, true);
    await again();
    assert.deepEqual(
      await channels(who),
      ['queue Orders: A.xaml > B.xaml'],
      'no result without them is reused',
    );
    await again();
    assert.deepEqual(await channels(who), ['queue Orders: A.xaml > B.xaml']);
  });

  it('are not stored unless the organisation wants it, and forgotten when it does not any more', async () => {
    const who = await core.identity();
    await feedOrders(who);
    const count = async () => {
      const [row] = await owner`select count(*)::int as count from channel_ends where org_id = ${who.orgId}`;
      return row!.count;
    };
    const { items, isEnabled } = await get(who, '/channels?show=all');
    assert.deepEqual([items, isEnabled, await count()], [[], false, 0]);
    await keep(who, true);
    await feedOrders(who);
    assert.equal(await count(), 3);
    await keep(who, false);
    assert.equal(await count(), 0);
  });

  it('are of one organisation alone', async () => {
    const [one, other] = [await keeper(), await keeper()];
    await run(one, { path: 'A.xaml', steps: [adds('Orders')] });
    await run(other, { path: 'B.xaml', steps: [takes('Orders')] });
    assert.deepEqual([await channels(one), await channels(other)], [[], []]);
    assert.deepEqual(await channels(other, 'show=all'), ['queue Orders:  > B.xaml']);
  });
});
