/** Streams of the feed: server-sent events over REST, where they resume, who gets them, and how they end. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import {
  createFeedWatch,
  FEED_EVENTS_AT_ONCE_MAX,
  FEED_STREAMS_CALLER_MAX,
} from '../../../src/service/results/feed/feed-watch.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { testOrganisation } from '../../support/database/database.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import { signedInAdmin, type TestBrowser } from '../../support/service/browser.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { validationRecord } from '../../support/service/validation-record.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies as they come; other tests hold them against the schemas
type Body = any;

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { app, owner } = core.database;
const PATH = '/api/v1/feed/stream';

const headersOf = (who: Identity, more: Record<string, string> = {}) => ({
  ...(who.key === '' ? {} : { Authorization: `ApiKey ${who.key}` }),
  'X-Org-Id': who.orgId,
  ...more,
});

/** Opens a stream; its events are read one by one. */
async function open(who: Identity, more: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(gateway.url + PATH, {
    headers: headersOf(who, { Accept: 'text/event-stream', ...more }),
    signal: abort.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** Returns the next event; null at the end of the stream. */
  async function next(): Promise<Body> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end !== -1) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined)
          return {
            ...JSON.parse(data),
            id: /^id: (.*)$/m.exec(block)?.[1],
            name: /^event: (.*)$/m.exec(block)?.[1],
          };
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
  }
  return { response, next, close: () => abort.abort() };
}

/** Stores a run as another core would. */
async function store(orgId: string): Promise<string> {
  const record = validationRecord(orgId);
  await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
  return record.id;
}

let who: Identity;
before(async () => {
  who = await core.identity();
});

describe('a stream of the feed', () => {
  it('has what happens, whichever core did it', async () => {
    const stream = await open(who);
    assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(stream.response.headers.get('cache-control'), 'no-store');
    assert.equal((await stream.next()).name, 'ready');
    const id = await store(who.orgId);
    const event = await stream.next();
    assert.deepEqual(
      [event.name, event.kind, event.change, event.run.id, event.run.status, event.exception],
      ['run', 'run', 'ended', id, 'completed', null],
    );
    const [queued] = await owner`
      insert into validations (org_id, id, status, platform, filename, content_sha256, content_bytes, enforcement_mode, blob_id)
      select ${who.orgId}, gen_random_uuid(), 'queued', 'uipath', 'Later.xaml', '', 0, 'warning', gen_random_uuid() returning id`;
    assert.deepEqual([(await stream.next()).change], ['queued']);
    await owner`update validations set status = 'running' where id = ${queued!.id}`;
    assert.deepEqual([(await stream.next()).change], ['started']);
    await owner`delete from validations where id = ${queued!.id}`;
    stream.close();
  });

  it('ends with the session of its reader, and with a right of theirs', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const endings = {
      session: (browser: TestBrowser, _orgId: string) => browser.send('DELETE', '/api/v1/session'),
      'session, at another core': (_browser: TestBrowser, _orgId: string) => owner`delete from sessions`,
      membership: (_browser: TestBrowser, orgId: string) =>
        owner`delete from organisation_members where org_id = ${orgId}`,
      'right to read exceptions': (_browser: TestBrowser, orgId: string) =>
        owner`update organisation_members set role = 'viewer' where org_id = ${orgId}`,
    };
    for (const [what, end] of Object.entries(endings)) {
      const { browser, orgId } = await signedInAdmin(
        core.database,
        gateway.url,
        `${what.replace(/\W+/g, '-')}@example.com`,
      );
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      const stream = await open({ orgId, key: '' } as Identity, {
        Cookie: cookie,
        'Sec-Fetch-Site': 'same-origin',
        'X-Org-Id': orgId,
      });
      assert.equal((await stream.next()).name, 'ready');
      await end(browser, orgId);
      await store(orgId);
      while ((await stream.next()) !== null);
    }
  });

  it('resumes behind the last event, and says when too much is missing', async () => {
    const stream = await open(who);
    const { id: last } = await stream.next();
    stream.close();
    const missed = await store(who.orgId);
    const resumed = await open(who, { 'Last-Event-ID': last });
    assert.equal((await resumed.next()).kind, 'ready');
    const seen: string[] = [];
    while (!seen.includes(missed)) seen.push((await resumed.next()).run.id);
    resumed.close();
    for (const old of ['1764179462123456-57', 'nonsense']) {
      const late = await open(who, { 'Last-Event-ID': old });
      assert.deepEqual([(await late.next()).kind, (await late.next()).kind], ['ready', 'reset'], old);
      late.close();
    }
  });

  it('has exceptions for callers who may read them, and for no others', async () => {
    const one = await core.identity();
    const reader = await core.identity(['analysis:read'], one.orgId);
    const [full, partial] = [await open(one), await open(reader)];
    await full.next();
    await partial.next();
    await fetch(`${gateway.url}/api/v1/exceptions`, {
      method: 'POST',
      headers: headersOf(one, { 'Content-Type': 'application/json' }),
      body: JSON.stringify({
        ruleId: 'UIP-MNT-001',
        fileName: '*',
        location: '*',
        reason: 'r',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    });
    const event = await full.next();
    assert.deepEqual(
      [event.kind, event.change, event.exception.status, event.exception.ruleId],
      ['exception', 'requested', 'pending', 'UIP-MNT-001'],
    );
    const id = await store(one.orgId);
    assert.equal((await partial.next()).run.id, id);
    full.close();
    partial.close();
  });

  it('shows nothing of another organisation', async () => {
    const stranger = await core.identity();
    const stream = await open(stranger);
    await stream.next();
    await store(who.orgId);
    const own = await store(stranger.orgId);
    assert.equal((await stream.next()).run.id, own);
    stream.close();
  });

  it('is one of few that a caller may open', async () => {
    const one = await core.identity();
    const streams = [];
    for (let n = 0; n < FEED_STREAMS_CALLER_MAX; n += 1) streams.push(await open(one));
    const rejected = await fetch(gateway.url + PATH, { headers: headersOf(one) });
    assert.deepEqual(
      [rejected.status, ((await rejected.json()) as Body).error.code],
      [429, 'concurrency_limited'],
    );
    for (const stream of streams) stream.close();
  });

  it('is rejected for who may not read the feed', async () => {
    const writer = await core.identity(['analysis:write']);
    const { response } = await open(writer);
    assert.equal(response.status, 403);
  });

  it('is the first event alone for a caller who takes JSON', async () => {
    const response = await fetch(gateway.url + PATH, { headers: headersOf(who) });
    assert.equal(((await response.json()) as Body).kind, 'ready');
  });

  it('ends when its key is revoked', async () => {
    const one = await core.identity();
    const stream = await open(one);
    await stream.next();
    await owner`update api_keys set revoked_at = now() where org_id = ${one.orgId}`;
    assert.equal(await stream.next(), null);
  });
});

const failed = (error: unknown) => assert.fail(String(error));

describe('the streams of a core', () => {
  const request = (orgId: string) => ({
    orgId,
    actorId: 'a',
    lastEventId: null,
    signal: new AbortController().signal,
  });

  it('end when it stops, and cannot be opened any more', async () => {
    const streams = createFeedWatch(app, failed);
    const orgId = await testOrganisation(core.database);
    const stream = streams.watch(request(orgId));
    assert.equal((await stream.next()).value?.kind, 'ready');
    const next = stream.next();
    streams.close();
    await assert.rejects(next, { code: 'shutting_down' });
    await assert.rejects(streams.watch(request(orgId)).next(), { code: 'shutting_down' });
  });

  it('end the events of a flood with one that resets their readers', async () => {
    const streams = createFeedWatch(app, failed);
    const orgId = await testOrganisation(core.database);
    const stream = streams.watch(request(orgId));
    await stream.next();
    await owner`
      insert into feed_changes (org_id, kind, subject_id, change)
      select ${orgId}, 'file', gen_random_uuid(), 'ended' from generate_series(1, ${FEED_EVENTS_AT_ONCE_MAX + 1})`;
    assert.equal((await stream.next()).value?.kind, 'reset');
    streams.close();
  });
});
