/** Events of sources: when they are made, whom they reach, and how often. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventKind } from '../../../src/contract/event.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { announcePulls } from '../../../src/service/drift/announce/announce-pulls-job.ts';
import { checkCredentials } from '../../../src/service/drift/announce/check-credentials-job.ts';
import { testCore } from '../../support/service/core.ts';
import { addArtefact, addLink, addSource } from '../../support/service/drift-rows.ts';
import { estateFile } from '../../support/service/estate-service.ts';
import { insertTestWebhook } from '../../support/service/webhook.ts';

const core = await testCore();
const { owner, ownerSql, app } = core.database;

/** An organisation with a source, and a webhook for these events. */
async function tenant(...events: readonly EventKind[]) {
  const { orgId } = await core.identity();
  if (events.length > 0) await insertTestWebhook(app, orgId, 1, { events });
  return { orgId, sourceId: await addSource(owner, orgId, 'Production') };
}

/** Stores a pull that has ended in this way, and does what the jobs do then, `times` times. */
async function pull(
  { orgId, sourceId }: { readonly orgId: string; readonly sourceId: string },
  outcome: string,
  { isProbe = false, problems = [] as readonly string[], times = 1 } = {},
): Promise<string> {
  const id = uuidV7();
  await owner`
    insert into source_pulls (org_id, id, source_id, is_probe, state, outcome, problems, due_at, created_at, progress_at, ended_at)
    values (${orgId}, ${id}, ${sourceId}, ${isProbe}, 'ended', ${outcome}, ${JSON.stringify(problems)}::text::jsonb, now(), now(), now(), now())`;
  for (let time = 0; time < times; time++) await announcePulls(context);
  return id;
}

const context = {
  sql: ownerSql,
  baseUrl: 'http://flowarden.test',
  log: createLogger('silent', 'test'),
  signal: new AbortController().signal,
} as never;

// biome-ignore lint/suspicious/noExplicitAny: data as it is sent
const eventsOf = (orgId: string, kind: EventKind): Promise<readonly any[]> => owner`
  select event.data, (select count(*)::int from delivery_queue where event_id = event.id) as deliveries
  from events as event where org_id = ${orgId} and kind = ${kind} order by id`;

describe('source.pull_failed', () => {
  it('is one event until a pull succeeds, with the reason', async () => {
    const own = await tenant('source.pull_failed');
    const failed = { problems: ['The platform rejected the client id or secret.', 'another'], times: 2 };
    const pullId = await pull(own, 'failed', failed);
    await pull(own, 'failed', failed);
    const [event, ...more] = await eventsOf(own.orgId, 'source.pull_failed');
    assert.equal(more.length, 0);
    assert.equal(event.deliveries, 1);
    const { endedAt, ...data } = event.data;
    assert.ok(!Number.isNaN(Date.parse(endedAt)));
    assert.deepEqual(data, {
      sourceId: own.sourceId,
      sourceName: 'Production',
      sourceKind: 'uipath',
      pullId,
      problem: 'The platform rejected the client id or secret.',
      reportUrl: `http://flowarden.test/sources/${own.sourceId}`,
    });
    await pull(own, 'incomplete');
    await pull(own, 'failed');
    assert.equal((await eventsOf(own.orgId, 'source.pull_failed')).length, 2);
  });

  it('is made by the run that holds the pull, or by another one once that has died', async () => {
    const own = await tenant('source.pull_failed');
    const id = await pull(own, 'failed', { times: 0 });
    const holdUntil = (minutes: number) => owner`
      update source_pulls set leased_until = now() + ${minutes} * interval '1 minute' where id = ${id}`;
    await holdUntil(5);
    await announcePulls(context);
    assert.equal((await eventsOf(own.orgId, 'source.pull_failed')).length, 0);
    await holdUntil(-1);
    await announcePulls(context);
    assert.equal((await eventsOf(own.orgId, 'source.pull_failed')).length, 1);
    const held = await owner`select id from source_pulls where id = ${id} and leased_until is not null`;
    assert.equal(held.length, 0);
  });

  it('is about pulls, not about tests, and reaches only webhooks that name it', async () => {
    const own = await tenant('source.pull_failed');
    await pull(own, 'failed', { isProbe: true });
    assert.equal((await eventsOf(own.orgId, 'source.pull_failed')).length, 0);
    const other = await tenant('validation.completed', 'source.drift_found');
    await pull(other, 'failed');
    assert.deepEqual(
      (await eventsOf(other.orgId, 'source.pull_failed')).map(({ deliveries }) => deliveries),
      [0],
    );
  });
});

describe('source.drift_found', () => {
  const files = [{ path: 'Main.xaml', bytes: estateFile() }];

  it('names what differs once, and again when it differs in another way', async () => {
    const own = await tenant('source.drift_found');
    const artefactId = await addArtefact(owner, own.orgId, own.sourceId, {
      name: 'InvoiceRobot',
      place: 'production',
      files,
    });
    await addArtefact(owner, own.orgId, own.sourceId, { name: 'Compiled', reason: 'compiled' });
    const pullId = await pull(own, 'incomplete', { times: 2 });
    await pull(own, 'complete');
    const [event, ...more] = await eventsOf(own.orgId, 'source.drift_found');
    assert.equal(more.length, 0);
    assert.deepEqual(
      [event.deliveries, event.data.pullId, event.data.driftedCount, event.data.newCount],
      [1, pullId, 1, 1],
    );
    assert.deepEqual(event.data.artefacts, [
      { artefactId, name: 'InvoiceRobot', version: '1.4.2', environment: 'production', state: 'tenant_only' },
    ]);
    await addLink(owner, own.orgId, { sourceId: own.sourceId, artefactId, folder: 'src/' });
    await pull(own, 'complete');
    const [, changed] = await eventsOf(own.orgId, 'source.drift_found');
    assert.deepEqual(
      changed.data.artefacts.map(({ state }: { state: string }) => state),
      ['changed'],
    );
  });

  it('lists the ten worst', async () => {
    const own = await tenant('source.drift_found');
    for (let count = 0; count < 11; count++)
      await addArtefact(owner, own.orgId, own.sourceId, { name: `Robot${count}`, files });
    const artefactId = await addArtefact(owner, own.orgId, own.sourceId, { name: 'Linked', files });
    await addLink(owner, own.orgId, { sourceId: own.sourceId, artefactId, folder: 'src/' });
    await pull(own, 'complete');
    const [{ data }] = await eventsOf(own.orgId, 'source.drift_found');
    assert.deepEqual([data.newCount, data.artefacts.length, data.artefacts[0].name], [12, 10, 'Linked']);
  });

  it('is computed only where a webhook names it', async () => {
    const own = await tenant();
    await addArtefact(owner, own.orgId, own.sourceId, { name: 'InvoiceRobot', files });
    await pull(own, 'complete');
    assert.equal((await eventsOf(own.orgId, 'source.drift_found')).length, 0);
    await insertTestWebhook(app, own.orgId, 1, { events: ['source.drift_found'] });
    await pull(own, 'complete');
    assert.equal((await eventsOf(own.orgId, 'source.drift_found')).length, 1);
  });
});

describe('a pull that cannot be followed up', () => {
  it('does not stop the others, and is tried again', async () => {
    const broken = await tenant('source.pull_failed');
    const other = await tenant('source.pull_failed');
    await owner.unsafe(`
      create function reject_event() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger reject_event before insert on events for each row
        when (new.org_id = '${broken.orgId}') execute function reject_event()`);
    await pull(broken, 'failed');
    await pull(other, 'failed');
    assert.equal((await eventsOf(other.orgId, 'source.pull_failed')).length, 1);
    await owner.unsafe('drop trigger reject_event on events; drop function reject_event');
    await announcePulls(context);
    assert.equal((await eventsOf(broken.orgId, 'source.pull_failed')).length, 1);
  });
});

describe('source.credential_expiring', () => {
  it('is made 14, 7 and 1 days before, once each, unless the next credential is there', async () => {
    const own = await tenant('source.credential_expiring');
    const { orgId, sourceId } = own;
    await owner`
      insert into source_credentials (org_id, source_id, state, sealed, origins, preview, expires_at, created_at, created_by_name)
      values (${orgId}, ${sourceId}, 'current', decode('00', 'hex'), '{}', 'client', now() + interval '15 days', now(), 'test')`;
    const at = async (hours: number) => {
      await owner`
        update source_credentials set expires_at = now() + ${hours}::int * interval '1 hour' where org_id = ${orgId}`;
      for (let time = 0; time < 2; time++) await checkCredentials(context);
      return (await eventsOf(orgId, 'source.credential_expiring')).map(({ data }) => data.daysRemaining);
    };
    assert.deepEqual(await at(15 * 24), []);
    assert.deepEqual(await at(13 * 24 - 1), [13]);
    assert.deepEqual(await at(8 * 24), [13]);
    assert.deepEqual(await at(7 * 24 - 1), [13, 7]);
    await owner`
      insert into source_credentials (org_id, source_id, state, sealed, origins, preview, created_at, created_by_name)
      values (${orgId}, ${sourceId}, 'next', decode('00', 'hex'), '{}', 'client', now(), 'test')`;
    assert.deepEqual(await at(20), [13, 7]);
    await owner`delete from source_credentials where org_id = ${orgId} and state = 'next'`;
    assert.deepEqual(await at(20), [13, 7, 1]);
    assert.deepEqual(await at(-1), [13, 7, 1]);
  });
});
