/** Sign-ins, rejected calls and verdicts at an audit target: real core, gateway, Postgres and receiver. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { connectDeliveries, disconnect, inTransaction } from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { createStateGauges } from '../../../src/jobs/state-gauges.ts';
import { deleteOldSecurityEvents } from '../../../src/service/audit/events/security-events-store.ts';
import { startAuditTargets } from '../../../src/service/audit-targets/sending/start-audit-targets.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { until } from '../../support/processes.ts';
import { ocsfProblems } from '../../support/schema/ocsf.ts';
import { openBrowser, PASSWORD, signedInAdmin } from '../../support/service/browser.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { type Body, headers } from '../../support/service/project-service.ts';
import { AUTHORITY, startHttpSiem } from '../../support/service/siem.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

// Before the database's own hook: what is sent when the database goes is tried for ever, and the file with it.
after(async () => {
  await stop();
  await disconnect(sql);
});
const core = await testCore({ rejectionWindowMs: 20 });
const { owner, ownerSql } = core.database;
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

/** Adds a target for kinds of events. Its lists are those of what has arrived so far. */
async function startTarget(who: Identity, events: readonly string[], format = 'ocsf') {
  const siem = await startHttpSiem(() => ({ status: 200 }));
  const target = { name: `SIEM ${events} ${format}`, kind: 'https', url: siem.url, authorities: AUTHORITY };
  const added = await call(who, 'POST', PATH, { ...target, format, events });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  assert.deepEqual(added.body.events, events);
  const bodies = () => siem.requests.map(({ body }) => body);
  return {
    path: `${PATH}/${added.body.id}`,
    lines: () => bodies().flatMap((body) => body.trimEnd().split('\n')),
    received: () =>
      bodies()
        .flatMap((body) => JSON.parse(body) as Body[])
        .filter(({ metadata }) => metadata.log_name === 'security'),
  };
}

async function validate(who: Identity): Promise<Body> {
  const body = new FormData();
  body.append('platform', 'uipath');
  body.append(
    'file',
    new Blob(['<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" />']),
    'Main.xaml',
  );
  const response = await fetch(`${gateway.url}/api/v1/validate`, {
    method: 'POST',
    headers: headers(who),
    body,
  });
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
}

/** Rows of an organisation. */
async function stored(orgId: string): Promise<number> {
  const [row] = await owner`select count(*)::int as count from security_events where org_id = ${orgId}`;
  return row!.count;
}

describe('a verdict of the gate', () => {
  it('arrives as a Compliance Finding, in the order of the runs', async () => {
    const who = await core.identity();
    const target = await startTarget(who, ['verdicts']);
    const runs = [await validate(who), await validate(who), await validate(who)];
    const events = await until('three verdicts', () =>
      target.received().length === 3 ? target.received() : null,
    );
    assert.deepEqual(events.flatMap(ocsfProblems), []);
    assert.deepEqual(
      events.map(({ finding_info: { uid }, metadata: { sequence } }) => [uid, sequence]),
      runs.map(({ validationId }, index) => [validationId, index + 1]),
    );
    const [first] = events;
    assert.equal(first.class_uid, 2003);
    assert.equal(first.compliance.status, runs[0].passed ? 'Pass' : 'Fail');
    assert.equal(first.resources[0].name, 'Main.xaml');
  });

  it('is not stored without a target that wants it', async () => {
    const who = await core.identity();
    await validate(who);
    await startTarget(who, ['sign_ins']);
    await validate(who);
    assert.equal(await stored(who.orgId), 0);
  });

  it('of before the target wanted it is not sent; a backfill sends it', async () => {
    const who = await core.identity();
    const other = await startTarget(who, ['verdicts']);
    await validate(who);
    await until('the first target has it', () => other.received().length === 1);
    const target = await startTarget(who, []);
    const changed = await call(who, 'PATCH', target.path, { events: ['verdicts'] });
    assert.deepEqual(changed.body.events, ['verdicts']);
    const second = await validate(who);
    const [event] = await until('one', () => (target.received().length > 0 ? target.received() : null));
    assert.equal(event.finding_info.uid, second.validationId);
    await call(who, 'POST', `${target.path}/backfill`, { from: '2000-01-01T00:00:00Z' });
    const sent = () => target.received().map(({ metadata }) => metadata.sequence);
    await until('both again', () => sent().length === 3);
    assert.deepEqual(sent(), [2, 1, 2]);
  });
});

describe('a sign-in', () => {
  it('arrives at each organisation of the person as Authentication', async () => {
    const email = 'ada@example.com';
    const admin = await signedInAdmin(core.database, gateway.url, email);
    const who = await core.identity(undefined, admin.orgId);
    const stranger = await core.identity();
    const target = await startTarget(who, ['sign_ins']);
    const foreign = await startTarget(stranger, ['sign_ins']);
    const browser = await openBrowser(gateway.url);
    const { status } = await browser.send('POST', '/api/v1/session', {
      email,
      password: PASSWORD,
    });
    assert.equal(status, 200);
    const [event] = await until('the sign-in', () =>
      target.received().length === 1 ? target.received() : null,
    );
    assert.deepEqual(ocsfProblems(event), []);
    assert.deepEqual([event.class_uid, event.activity_name, event.status], [3002, 'Logon', 'Success']);
    assert.equal(event.user.email_addr, email);
    assert.equal(event.auth_protocol, 'password');
    assert.match(event.src_endpoint.ip, /^127\.|^::1$/);
    assert.equal(await stored(stranger.orgId), 0);
    assert.deepEqual(foreign.received(), []);
  });
});

describe('rejected calls', () => {
  it('arrive counted, as API Activity with their reason and caller', async () => {
    const who = await core.identity();
    const weak = await core.identity(['analysis:read'], who.orgId);
    const target = await startTarget(who, ['rejections']);
    for (let index = 0; index < 5; index += 1)
      assert.equal((await call(weak, 'GET', '/api/v1/members')).status, 403);
    await call({ ...who, key: 'fk_unknown' }, 'GET', '/api/v1/members');
    const counted = () => target.received().reduce((sum, { count }) => sum + count, 0);
    await until('all are counted', () => counted() === 6);
    const events = target.received();
    assert.deepEqual(events.flatMap(ocsfProblems), []);
    const own = events.find(({ status_code: code }) => code === 'insufficient_scope')!;
    assert.deepEqual(
      [own.class_uid, own.api.operation, own.activity_name, own.status],
      [6003, 'MemberService/ListMembers', 'Read', 'Failure'],
    );
    assert.equal(own.actor.user.type, 'API key');
    const unknown = events.find(({ status_code: code }) => code === 'invalid_credentials')!;
    assert.equal(unknown.actor.user.name, 'unknown');
  });

  it('arrive in CEF', async () => {
    const who = await core.identity();
    const weak = await core.identity(['analysis:read'], who.orgId);
    const target = await startTarget(who, ['rejections', 'verdicts'], 'cef');
    await call(weak, 'GET', '/api/v1/members');
    const find = (part: string) => target.lines().find((line) => line.includes(part)) ?? null;
    const rejected = await until('the rejection', () => find('rejection.insufficient_scope'));
    assert.match(
      rejected,
      /^CEF:0\|Flowarden\|Flowarden\|0\.0\.0-test\|rejection\.insufficient_scope\|.*\|5\|/,
    );
    assert.match(rejected, / outcome=failure reason=insufficient_scope cnt=1 /);
    await validate(who);
    const verdict = await until('the verdict', () => find('|gate.'));
    assert.match(verdict, / fname=Main\.xaml fileId=[0-9a-f-]{36} fileType=/);
  });
});

describe('the backlog of targets', () => {
  it('shows in the metrics, and old events are deleted', async () => {
    const who = await core.identity();
    const siem = await startHttpSiem(() => ({ status: 503 }));
    const target = {
      name: 'Down',
      kind: 'https',
      url: siem.url,
      authorities: AUTHORITY,
      events: ['verdicts'],
    };
    const { body } = await call(who, 'POST', PATH, target);
    await validate(who);
    await until('it fails', async () => (await call(who, 'GET', `${PATH}/${body.id}`)).body.problem !== null);
    assert.equal((await call(who, 'GET', `${PATH}/${body.id}`)).body.waiting, 2);
    const registry = new Registry();
    await createStateGauges(registry, ownerSql, null).refresh();
    const value = async (name: string) => (await registry.getSingleMetric(name)!.get()).values[0]!.value;
    assert.equal(await value('flowarden_audit_targets_failing'), 1);
    assert.ok((await value('flowarden_audit_targets_waiting')) >= 1);
    assert.ok((await value('flowarden_audit_targets_oldest_seconds')) > 0);
    await owner`update security_events set occurred_at = now() - interval '8 days' where org_id = ${who.orgId}`;
    await inTransaction(ownerSql, (inner) => deleteOldSecurityEvents(inner, 7 * 86_400_000, 100));
    assert.equal(await stored(who.orgId), 0);
  });
});
