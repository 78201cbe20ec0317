/** Audit targets in trouble: each says what is wrong, and nothing is lost or held back by it. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { connectDeliveries, disconnect, withOrganisation } from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createTenantGuard } from '../../../src/infra/network/tenant-guard.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { audit } from '../../../src/service/audit/audit-store.ts';
import type { TargetPlace } from '../../../src/service/audit-targets/audit-target.ts';
import {
  findAuditTarget,
  insertAuditTarget,
  requestTest,
  storeCredential,
} from '../../../src/service/audit-targets/audit-targets-store.ts';
import { startAuditTargets } from '../../../src/service/audit-targets/sending/start-audit-targets.ts';
import { openSyslogChannel } from '../../../src/service/audit-targets/sending/syslog-channel.ts';
import {
  NO_CREDENTIAL,
  readTargetCredential,
  sealTargetCredential,
  type TargetCredential,
} from '../../../src/service/audit-targets/target-credential.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { until } from '../../support/processes.ts';
import { AUTHORITY, startHttpSiem, startSyslog } from '../../support/service/siem.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

// Before the database's own hook: what is sent when the database goes is tried for ever, and the file with it.
after(() => disconnect(sql));
const database = await testDatabase();
const sql = connectDeliveries(database.url, 4);
const seal = createSeal(SECRETS_KEY);

/** Sends until the test ends, or until the returned function is called. */
function send(test: { after(end: () => Promise<void>): void }, pauseMsMin = 1): () => Promise<void> {
  const deps = {
    sql,
    seal,
    networks: [{ network: '127.0.0.0/8', orgId: null }],
    log: createLogger('silent', 'test'),
    version: '0.0.0-test',
    host: 'flowarden.test',
    pauseMsMin,
    stopMsMax: 1,
  };
  const stop = startAuditTargets(deps, 'test', 5);
  test.after(stop);
  return stop;
}

/** Target in an organisation of its own, with one entry to send. */
async function targetAt(
  url: string,
  {
    kind = 'https',
    state = 'active',
  }: Partial<Pick<TargetPlace, 'kind'>> & { readonly state?: 'active' | 'paused' } = {},
) {
  const orgId = await testOrganisation(database);
  const settings = { index: null, tokenHeader: null, authorities: AUTHORITY };
  const target = {
    name: 'SIEM',
    kind,
    format: 'ocsf',
    url,
    settings,
    state,
    events: [],
    sentSequence: 0,
  } as const;
  const id = await withOrganisation(database.app, orgId, async (inner) => {
    await audit(inner, {
      actor: { kind: 'user', id: 'maria', name: 'Maria Keller', email: null },
      action: 'settings.updated',
      target: { kind: 'settings', id: orgId, name: 'Settings' },
      details: {},
      requestId: null,
    });
    return insertAuditTarget(inner, { ...target, createdByName: 'Test' }, new Date());
  });
  return {
    setCredential: (credential: TargetCredential, by = seal) =>
      withOrganisation(database.app, orgId, (inner) => {
        const sealed = sealTargetCredential(by, { orgId, id, url }, credential);
        return storeCredential(inner, id, { sealed, preview: 'token' }, new Date());
      }),
    test: () => withOrganisation(database.app, orgId, (inner) => requestTest(inner, id, new Date())),
    read: async () => (await withOrganisation(database.app, orgId, (inner) => findAuditTarget(inner, id)))!,
    claim: async () =>
      (
        await database.owner`select due_at <= now() as is_due, holder from audit_targets where id = ${id}`
      )[0]!,
  };
}

type Target = Awaited<ReturnType<typeof targetAt>>;

const hasFailed = (target: Target) =>
  until('it fails', async () => {
    const record = await target.read();
    return record.problem === null ? null : record;
  });
const isTested = (target: Target) =>
  until('the test has ended', async () => {
    const record = await target.read();
    return record.testedAt === null ? null : record;
  });
const TOKEN = { token: 'secret', clientCertificate: null, clientKey: null };
const isTestEvent = (body: string) => body.includes('audit_target.test_event');

describe('a target says what is wrong', () => {
  it('where its credential was sealed with a key that is gone', async (context) => {
    const siem = await startHttpSiem(() => ({ status: 200 }));
    const target = await targetAt(siem.url);
    await target.setCredential(TOKEN, createSeal('another key of more than 32 characters'));
    await target.test();
    send(context);
    assert.match((await hasFailed(target)).problem!, /^The credential cannot be opened\. Set it again\./);
    assert.notEqual((await isTested(target)).testProblem, null);
    assert.equal(siem.requests.length, 0);
  });

  it('where TLS rejects the key of its certificate', async (context) => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { cert, key } = makeCertificate({
      name: 'weak',
      keys,
      issuer: makeCertificate({ name: 'issuer' }),
    });
    const credential = { token: null, clientCertificate: cert, clientKey: key };
    assert.throws(() => readTargetCredential('syslog', credential), /an RSA key of 2,048 to 8,192 bits/);
    const target = await targetAt('tls://127.0.0.1:1', { kind: 'syslog' });
    await target.setCredential(credential);
    send(context);
    assert.match((await hasFailed(target)).problem!, /key too small/);
  });
});

describe('a test', () => {
  it('has its own result, although the entries fail', async (context) => {
    const siem = await startHttpSiem(({ body }) => ({ status: isTestEvent(body) ? 200 : 503 }));
    const target = await targetAt(siem.url);
    await target.test();
    send(context);
    await hasFailed(target);
    assert.equal((await isTested(target)).testProblem, null);
  });

  it('that works ends the failure of a paused target', async (context) => {
    const answer = { status: 503 };
    const siem = await startHttpSiem(() => answer);
    const target = await targetAt(siem.url, { state: 'paused' });
    await target.test();
    send(context);
    await hasFailed(target);
    answer.status = 200;
    await target.test();
    const { problem, failingSince, testProblem } = await isTested(target);
    assert.deepEqual([problem, failingSince, testProblem], [null, null, null]);
  });

  it('that is requested during an attempt does not wait for the pause after it', async (context) => {
    const got = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<{ status: number }>();
    const siem = await startHttpSiem(({ body }) => {
      if (isTestEvent(body)) return { status: 200 };
      got.resolve();
      return answer.promise;
    });
    const target = await targetAt(siem.url);
    send(context, 3_600_000);
    await got.promise;
    await target.test();
    answer.resolve({ status: 503 });
    assert.equal((await isTested(target)).testProblem, null);
  });
});

describe('a receiver of syslog', () => {
  it('that ends a connection by itself has not confirmed anything', async () => {
    const { url } = await startSyslog({ hurries: true });
    const settings = { index: null, tokenHeader: null, authorities: AUTHORITY };
    const channel = openSyslogChannel({
      place: { kind: 'syslog', format: 'ocsf', url, settings },
      credential: NO_CREDENTIAL,
      guard: createTenantGuard(
        { allowsHttp: false, networks: [{ network: '127.0.0.0/8', orgId: null }] },
        'any',
      ),
      version: '0.0.0-test',
      host: 'flowarden.test',
      endPauseMs: 30_000,
      attemptMsMax: 120_000,
    });
    const event = { kind: 'test', orgId: 'org', id: 'id', at: new Date(0), targetName: 'SIEM' } as const;
    await assert.rejects(channel.send([event]), /closed the connection before it had everything/);
  });
});

describe('a process that stops', () => {
  it('leaves a target that does not answer, and blames it for nothing', async (context) => {
    const got = Promise.withResolvers<void>();
    const siem = await startHttpSiem(() => {
      got.resolve();
      return new Promise(() => {});
    });
    const target = await targetAt(siem.url);
    const stop = send(context);
    await got.promise;
    await stop();
    const { problem, sentSequence } = await target.read();
    assert.deepEqual({ problem, sentSequence }, { problem: null, sentSequence: 0 });
    assert.deepEqual(await target.claim(), { isDue: true, holder: null });
  });
});
