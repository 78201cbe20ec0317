/** Audit targets over the wire: REST, the loop of the deliveries process, and receivers of each kind. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectDeliveries, disconnect, withOrganisation } from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { audit } from '../../../src/service/audit/audit-store.ts';
import { startAuditTargets } from '../../../src/service/audit-targets/sending/start-audit-targets.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { until } from '../../support/processes.ts';
import { ocsfProblems } from '../../support/schema/ocsf.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { type Body, headers } from '../../support/service/project-service.ts';
import { AUTHORITY, CLIENT, startElastic, startHttpSiem, startSyslog } from '../../support/service/siem.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

// Before the database's own hook: what is sent when the database goes is tried for ever, and the file with it.
after(async () => {
  await stop();
  await disconnect(sql);
});
const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const sql = connectDeliveries(core.database.url, 4);
const stop = startAuditTargets(
  {
    sql,
    seal: createSeal(SECRETS_KEY),
    networks: [{ network: '127.0.0.0/8', orgId: null }],
    log: createLogger('silent', 'test'),
    version: '0.0.0-test',
    host: 'flowarden.test',
    pauseMsMin: 1,
  },
  'test',
  5,
);
const PATH = '/api/v1/audit-targets';

async function call(who: Identity, method: string, path: string, body?: unknown) {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { ...headers(who), 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
}

let made = 0;

/** Adds a target and returns its path. */
async function add(who: Identity, target: object): Promise<string> {
  made += 1;
  const added = await call(who, 'POST', PATH, { name: `Target ${made}`, authorities: AUTHORITY, ...target });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  return `${PATH}/${added.body.id}`;
}

/** Appends entries to the audit log. */
async function record(who: Identity, count: number, name = 'Line'): Promise<void> {
  await withOrganisation(core.database.app, who.orgId, async (transaction) => {
    for (let index = 0; index < count; index += 1)
      await audit(transaction, {
        actor: { kind: 'user', id: 'maria', name: 'Maria Keller', email: 'maria@example.com' },
        action: 'settings.updated',
        target: { kind: 'settings', id: who.orgId, name: `${name} ${index}` },
        details: { index },
        changes: [{ field: 'failAt', from: null, to: index }],
        requestId: 'request-1',
      });
  });
}

/** Waits until everything has been confirmed. */
async function allSent(who: Identity, path: string): Promise<Body> {
  return until('everything is sent', async () => {
    const { body } = await call(who, 'GET', path);
    return body.waiting === 0 ? body : null;
  });
}

const sequencesOf = (events: readonly Body[]) => events.map(({ metadata }) => metadata.sequence);
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a target over HTTPS', () => {
  it('gets what is recorded from then on, in order, as events of the published schema', async () => {
    const who = await core.identity();
    await record(who, 2);
    const siem = await startHttpSiem(() => ({ status: 200 }));
    const path = await add(who, {
      kind: 'https',
      url: `${siem.url}/events?source=flowarden`,
      state: 'paused',
    });
    const set = await call(who, 'PUT', `${path}/credential`, { token: 'a-token-of-the-collector' });
    assert.equal(set.body.credential, 'token a-to…');
    await record(who, 3);
    await call(who, 'PATCH', path, { state: 'active' });
    const target = await allSent(who, path);
    assert.equal(target.failingSince, null);
    assert.equal(target.problem, null);
    const events = siem.requests.flatMap(({ body }) => JSON.parse(body));
    assert.deepEqual(sequencesOf(events), upTo(8, 3));
    assert.deepEqual(events.flatMap(ocsfProblems), []);
    const [created, , line] = events;
    assert.equal(created.metadata.event_code, 'audit_target.created');
    assert.equal(created.activity_name, 'Create');
    assert.equal(line.message, 'settings.updated by Maria Keller: Line 0');
    assert.equal(line.actor.user.email_addr, 'maria@example.com');
    assert.deepEqual(JSON.parse(line.raw_data).changes, [{ field: 'failAt', from: null, to: 0 }]);
    const last = siem.requests.at(-1)!;
    assert.equal(last.path, '/events?source=flowarden');
    assert.equal(last.headers.authorization, 'Bearer a-token-of-the-collector');
  });

  it('gets lines in CEF, with the token in a header of its own', async () => {
    const who = await core.identity();
    const siem = await startHttpSiem(() => ({ status: 202 }));
    const path = await add(who, {
      kind: 'https',
      format: 'cef',
      url: siem.url,
      tokenHeader: 'X-Token',
      state: 'paused',
    });
    await call(who, 'PUT', `${path}/credential`, { token: 'secret' });
    await record(who, 1, 'A|b=c\\d\nnext');
    await call(who, 'PATCH', path, { state: 'active' });
    await allSent(who, path);
    assert.equal(siem.requests[0]!.headers['x-token'], 'secret');
    assert.equal(siem.requests[0]!.headers['content-type'], 'text/plain; charset=utf-8');
    const lines = siem.requests.flatMap(({ body }) => body.trimEnd().split('\n'));
    const line = lines.find((text) => text.includes('settings.updated'))!;
    assert.match(
      line,
      /^CEF:0\|Flowarden\|Flowarden\|0\.0\.0-test\|settings\.updated\|settings\.updated\|3\|rt=\d+ /,
    );
    assert.ok(line.includes('msg=settings.updated by Maria Keller: A|b\\=c\\\\d\\nnext 0 '), line);
  });

  it('that is down is tried again, says so, and gets everything when it is back', async () => {
    const who = await core.identity();
    let isDown = true;
    const siem = await startHttpSiem(() => (isDown ? { status: 503, body: 'maintenance' } : { status: 200 }));
    const path = await add(who, { kind: 'https', url: siem.url });
    await record(who, 5);
    const failing = await until('it fails', async () => {
      const { body } = await call(who, 'GET', path);
      return body.problem === null ? null : body;
    });
    assert.equal(failing.problem, 'The target answered with the status 503. It says: maintenance');
    assert.notEqual(failing.failingSince, null);
    assert.equal(failing.lastSentAt, null);
    isDown = false;
    const back = await allSent(who, path);
    assert.deepEqual([back.problem, back.failingSince], [null, null]);
    const events = siem.requests.slice(-1).flatMap(({ body }) => JSON.parse(body));
    assert.deepEqual(sequencesOf(events), upTo(6));
  });

  it('whose certificate is of an unknown authority gets nothing', async () => {
    const who = await core.identity();
    const siem = await startHttpSiem(() => ({ status: 200 }));
    const path = await add(who, { kind: 'https', url: siem.url, authorities: null });
    const failing = await until('it fails', async () => {
      const { body } = await call(who, 'GET', path);
      return body.problem === null ? null : body;
    });
    assert.match(failing.problem, /^TLS failed\. Check the certificate/);
    assert.equal(siem.requests.length, 0);
  });
});

describe('a test', () => {
  it('is one event, also of a paused target, and its result stands at the target', async () => {
    const who = await core.identity();
    const siem = await startHttpSiem(({ headers: { authorization } }) =>
      authorization === undefined ? { status: 401 } : { status: 200 },
    );
    const path = await add(who, { kind: 'https', url: siem.url, state: 'paused' });
    const tested = async () => {
      const begun = await call(who, 'POST', `${path}/test`);
      assert.equal(begun.status, 202);
      return until('the test has ended', async () => {
        const { body } = await call(who, 'GET', path);
        return body.testedAt === null ? null : body;
      });
    };
    const rejected = await tested();
    assert.equal(rejected.testProblem, 'The target answered with the status 401. Check the credential.');
    await call(who, 'PUT', `${path}/credential`, { token: 'secret' });
    const accepted = await tested();
    assert.equal(accepted.testProblem, null);
    assert.ok(accepted.waiting > 0);
    const [event] = JSON.parse(siem.requests.at(-1)!.body);
    assert.deepEqual(ocsfProblems(event), []);
    assert.match(event.message, /^Test of the audit target Target/);
  });
});

describe('a backfill', () => {
  it('sends everything from a time on once more', async () => {
    const who = await core.identity();
    await record(who, 3);
    const siem = await startHttpSiem(() => ({ status: 200 }));
    const path = await add(who, { kind: 'https', url: siem.url });
    await allSent(who, path);
    const begun = await call(who, 'POST', `${path}/backfill`, { from: '2000-01-01T00:00:00Z' });
    assert.equal(begun.status, 202);
    await allSent(who, path);
    const events = siem.requests.flatMap(({ body }) => JSON.parse(body));
    assert.deepEqual(sequencesOf(events).slice(-5), upTo(5));
  });
});

describe('Splunk', () => {
  it('gets events one after the other, with their time and index', async () => {
    const who = await core.identity();
    const siem = await startHttpSiem(() => ({ status: 200, body: '{"text":"Success","code":0}' }));
    const path = await add(who, { kind: 'splunk', url: siem.url, index: 'security', state: 'paused' });
    await call(who, 'PUT', `${path}/credential`, { token: 'hec-token' });
    await call(who, 'PATCH', path, { state: 'active' });
    await allSent(who, path);
    const { path: called, headers: sent, body } = siem.requests.at(-1)!;
    assert.equal(called, '/services/collector/event');
    assert.equal(sent.authorization, 'Splunk hec-token');
    const events = JSON.parse(`[${body.replaceAll('}{"time"', '},{"time"')}]`) as Body[];
    const { time, event, ...rest } = events.at(-1);
    assert.deepEqual(rest, {
      host: 'flowarden.test',
      source: 'flowarden',
      sourcetype: 'flowarden:ocsf',
      index: 'security',
    });
    assert.equal(time * 1000, event.time);
    assert.deepEqual(ocsfProblems(event), []);
  });
});

describe('Elastic', () => {
  it('stores each event once, though some are rejected and sent again', async () => {
    const who = await core.identity();
    let rejections = 0;
    const busy = (id: string) => {
      if (!id.endsWith('-4') || rejections === 3) return null;
      rejections += 1;
      return 429;
    };
    const elastic = await startElastic(busy);
    const path = await add(who, {
      kind: 'elastic',
      url: elastic.url,
      index: 'flowarden-audit',
      state: 'paused',
    });
    await record(who, 9);
    await call(who, 'PATCH', path, { state: 'active' });
    await allSent(who, path);
    assert.equal(rejections, 3);
    assert.deepEqual(
      elastic.order.map((id) => Number(id.split('-').at(-1))).toSorted((a, b) => a - b),
      upTo(11),
    );
    for (const { '@timestamp': timestamp, ...event } of elastic.stored.values()) {
      assert.deepEqual(ocsfProblems(event), []);
      assert.equal(Date.parse(String(timestamp)), event.time);
    }
    assert.match(elastic.requests[0]!.path, /^\/_bulk\?filter_path=/);
  });

  it('says why it does not take an event', async () => {
    const who = await core.identity();
    const elastic = await startElastic(() => 400);
    const path = await add(who, { kind: 'elastic', url: elastic.url, index: 'flowarden-audit' });
    const { problem } = await until('it fails', async () => {
      const { body } = await call(who, 'GET', path);
      return body.problem === null ? null : body;
    });
    assert.equal(
      problem,
      `The target rejected an event with the status 400. It says: rejected ${who.orgId}-1`,
    );
  });
});

describe('syslog over TLS', () => {
  it('gets framed messages with a header, in order', async () => {
    const who = await core.identity();
    const syslog = await startSyslog();
    const path = await add(who, { kind: 'syslog', url: syslog.url });
    await record(who, 4, 'Ümläut');
    await allSent(who, path);
    const header =
      /^<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z flowarden\.test flowarden - [!-~]{1,32} - /;
    assert.ok(syslog.messages.every((message) => header.test(message)));
    const events = syslog.messages.map((message) => JSON.parse(message.replace(header, '')));
    assert.deepEqual(sequencesOf(events), upTo(5));
    assert.deepEqual(events.flatMap(ocsfProblems), []);
  });

  it('proves who it is by its certificate', async () => {
    const who = await core.identity();
    const syslog = await startSyslog({ requestCert: true, rejectUnauthorized: true });
    const path = await add(who, { kind: 'syslog', format: 'cef', url: syslog.url });
    await until('it fails', async () => ((await call(who, 'GET', path)).body.problem === null ? null : true));
    assert.equal(syslog.messages.length, 0);
    const set = await call(who, 'PUT', `${path}/credential`, {
      clientCertificate: CLIENT.cert,
      clientKey: CLIENT.key,
    });
    assert.equal(set.body.credential, 'client certificate');
    await allSent(who, path);
    assert.match(syslog.messages[0]!, / - CEF:0\|Flowarden\|/);
  });

  it('that ends a connection too early has not confirmed anything', async () => {
    const who = await core.identity();
    const syslog = await startSyslog({ cuts: true });
    const path = await add(who, { kind: 'syslog', url: syslog.url });
    const failing = await until('it fails', async () => {
      const { body } = await call(who, 'GET', path);
      return body.problem === null ? null : body;
    });
    assert.match(failing.problem, /^The connection failed\./, failing.problem);
    assert.equal(failing.waiting, 1);
  });
});

describe('an audit target', () => {
  it('is rejected where its address or its settings are not sound', async () => {
    const who = await core.identity();
    const bad = async (target: object) => {
      const { status, body } = await call(who, 'POST', PATH, { name: 'Bad', ...target });
      assert.equal(status, 400, JSON.stringify(body));
      return `${body.error.code}: ${body.error.message}`;
    };
    assert.match(
      await bad({ kind: 'https', url: 'https://10.1.2.3/events' }),
      /^invalid_field: url leads to 10\.1\.2\.3, which is not a public address\. The operator may allow its network with FLOWARDEN_AUDIT_NETWORKS\.$/,
    );
    assert.match(await bad({ kind: 'https', url: 'https://[::1]/' }), /not a public address/);
    assert.match(await bad({ kind: 'https', url: 'http://siem.example.com' }), /must begin with https:/);
    assert.match(await bad({ kind: 'syslog', url: 'https://siem.example.com' }), /must begin with tls:/);
    assert.match(await bad({ kind: 'syslog', url: 'tls://siem.example.com/x' }), /has a path/);
    assert.match(await bad({ kind: 'https', url: 'https://a:b@siem.example.com' }), /user name or password/);
    assert.match(await bad({ kind: 'elastic', url: 'https://es.example.com' }), /^missing_field: index/);
    assert.match(
      await bad({ kind: 'elastic', url: 'https://es.example.com', index: 'A b' }),
      /small letters/,
    );
    const header = { kind: 'https', url: 'https://siem.example.com', tokenHeader: 'Content-Length' };
    assert.match(await bad(header), /token_header must be/);
    const authorities = { kind: 'https', url: 'https://siem.example.com', authorities: 'none' };
    assert.match(await bad(authorities), /authorities must be certificates in PEM/);
  });

  it('never shows its credential, and takes only a key that fits its certificate', async () => {
    const who = await core.identity();
    const path = await add(who, { kind: 'https', url: 'https://siem.example.com', state: 'paused' });
    const set = await call(who, 'PUT', `${path}/credential`, { token: 'a-long-secret-token-of-splunk' });
    assert.doesNotMatch(JSON.stringify(set.body), /long-secret/);
    const log = await call(who, 'GET', '/api/v1/audit-log');
    assert.doesNotMatch(JSON.stringify(log.body), /long-secret/);
    const other = { clientCertificate: CLIENT.cert, clientKey: 'no key' };
    const rejected = await call(who, 'PUT', `${path}/credential`, other);
    assert.equal(rejected.status, 400);
    assert.match(rejected.body.error.message, /client_key must be the key/);
  });
});
