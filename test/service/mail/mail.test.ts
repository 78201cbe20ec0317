/** Mails through a real server: who gets what, once, and what happens when the server fails. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, beforeEach, describe, it } from 'node:test';
import { AppError } from '../../../src/errors.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import type { MailConfig } from '../../../src/infra/settings/mail-setting.ts';
import { inviteMember } from '../../../src/service/access/links/invitations.ts';
import { scopesOfRoles } from '../../../src/service/access/roles.ts';
import { decideException, insertException } from '../../../src/service/exceptions/exceptions-store.ts';
import { changeMailChoice, readMailChoice, stopMails } from '../../../src/service/mail/mail-choice.ts';
import { MAIL_KINDS, type MailChoice } from '../../../src/service/mail/mail-kinds.ts';
import { recordMailState } from '../../../src/service/mail/mail-queue-store.ts';
import { nextDigest } from '../../../src/service/mail/next-digest.ts';
import { sendMails } from '../../../src/service/mail/send-mails-job.ts';
import { MailFailure, openMailServer } from '../../../src/service/mail/smtp.ts';
import { stopToken } from '../../../src/service/mail/stop-token.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { headersOf, mailConfigOf, startMailServer, textOf } from '../../support/service/mail-server.ts';
import { validationRecord } from '../../support/service/validation-record.ts';

const database = await testDatabase();
const { owner, app, ownerSql } = database;
const server = await startMailServer();
const KEY = 'a key of the installation that is long enough';
const BASE_URL = 'https://flowarden.bank.example';
const DAY_MS = 24 * 60 * 60 * 1000;
const silent = { info() {}, warn() {} };

/** Runs the job once. */
const run = (config: MailConfig | null = server.config) =>
  sendMails({
    payload: {},
    attempt: 1,
    isLastAttempt: false,
    sql: ownerSql,
    log: silent as never,
    baseUrl: BASE_URL,
    signal: new AbortController().signal,
    mail: config && { server: config, secretsKey: KEY },
    blobs: null as never,
    core: null as never,
  });
/** Makes everything due. The job compares whole milliseconds, and the time of the database may be a part of one later. */
const makeDue = async () => {
  await owner`update mail_notices set due_at = now() - interval '1 second'`;
  await owner`update mail_queue set due_at = now() - interval '1 second'`;
};

async function member(orgId: string, subject: string, role = 'developer', teamsOnly = false) {
  const id = uuidV7();
  await owner`
    insert into organisation_members (org_id, id, role, teams_only, issuer, subject, email, created_by_name, joined_at)
    values (${orgId}, ${id}, ${role}, ${teamsOnly}, 'urn:flowarden:local', ${subject}, ${`${subject}@bank.example`}, 'Ada', now())`;
  return id;
}

/** Stores a request of Ada's. */
async function request(orgId: string, fileName = 'Main.xaml', repository: string | null = 'bank/robots') {
  const id = uuidV7();
  const expiresAt = new Date(Date.now() + 20 * DAY_MS);
  await withOrganisation(app, orgId, (sql) =>
    insertException(sql, {
      orgId,
      id,
      ruleId: 'UIP-SEC-001',
      fileName,
      fingerprint: 'a'.repeat(64),
      places: null,
      location: 'Main',
      byBaseName: false,
      repository,
      severity: 'high',
      reason: 'The password is hunter2.',
      expiresAt,
      validationId: null,
      findingId: null,
      requestedAt: new Date(),
      requestedByKind: 'user',
      requestedById: 'ada',
      requestedByName: 'Ada',
      requestedByEmail: 'ada@bank.example',
    }),
  );
  return id;
}

const decide = (orgId: string, id: string, decision: 'approved' | 'rejected') =>
  withOrganisation(app, orgId, (sql) =>
    decideException(sql, { id }, decision, {
      by: { kind: 'user', id: 'clara', name: 'Clara', email: null },
      at: new Date(),
      note: null,
    }),
  );
const choose = (orgId: string, subject: string, choice: MailChoice) =>
  changeMailChoice(app, { orgId, subject }, choice);
const recipients = () => server.mails.map(({ to }) => to.join());

/** An organisation with a requester and someone who may decide. */
async function organisation() {
  const orgId = await testOrganisation(database);
  return { orgId, ada: await member(orgId, 'ada'), clara: await member(orgId, 'clara', 'approver') };
}

const setUp = (isOn: boolean) => inTransaction(ownerSql, (sql) => recordMailState(sql, isOn));
await setUp(true);
beforeEach(async () => {
  // What earlier tests have left over.
  await owner`delete from mail_notices`;
  await owner`delete from mail_queue`;
  server.mails.length = 0;
  server.rejections.clear();
});

describe('a mail', () => {
  it('reports a request to those who may decide, once, without its reason', async () => {
    const { orgId } = await organisation();
    const id = await request(orgId);
    await run();
    await run();
    assert.deepEqual(recipients(), ['clara@bank.example']);
    const [mail] = server.mails;
    const headers = headersOf(mail!);
    assert.equal(headers.get('subject'), 'Exception requested: UIP-SEC-001 in Main.xaml');
    assert.equal(headers.get('auto-submitted'), 'auto-generated');
    assert.equal(headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.match(headers.get('list-unsubscribe')!, /^<https:\/\/flowarden\.bank\.example\/unsubscribe\?t=/);
    const text = textOf(mail!);
    assert.ok(text.includes('text/plain') && text.includes('text/html'));
    assert.ok(text.includes(`${BASE_URL}/exceptions/${id}`));
    assert.ok(!text.includes('hunter2'));
  });

  it('reports the decision to the requester', async () => {
    const { orgId } = await organisation();
    await decide(orgId, await request(orgId), 'approved');
    await run();
    assert.deepEqual(recipients(), ['ada@bank.example']);
    assert.ok(textOf(server.mails[0]!).includes('Decided by Clara in bank/robots. Run your pipeline again.'));
  });

  it('has no header, tag or link of a hostile name', async () => {
    const { orgId } = await organisation();
    await request(
      orgId,
      'a\r\nBcc: eve@evil.example\r\n\r\n<img src=x>http://evil.example/.xaml',
      '<b>\u202Ewww.evil.example',
    );
    await run();
    const [mail] = server.mails;
    assert.deepEqual(mail!.to, ['clara@bank.example']);
    assert.equal(headersOf(mail!).has('bcc'), false);
    const text = textOf(mail!);
    const html = text.slice(text.indexOf('text/html'));
    assert.ok(!html.includes('<img') && !html.includes('<b>') && !text.includes('\u202E'));
    assert.ok(!text.includes('http://evil.example') && !text.includes('www.evil'));
  });

  it('reports nothing to a narrowed member that its teams do not own', async () => {
    const { orgId, ada } = await organisation();
    await owner`update organisation_members set teams_only = true where org_id = ${orgId} and id = ${ada}`;
    await decide(orgId, await request(orgId), 'rejected');
    await run();
    assert.deepEqual(recipients(), []);
  });

  it('reports blocked changes to the members of a team who want that', async () => {
    const { orgId, ada } = await organisation();
    const team = uuidV7();
    await owner`insert into teams (org_id, id, name, created_by_name) values (${orgId}, ${team}, 'Robots', 'Ada')`;
    await owner`insert into team_members (org_id, team_id, member_id) values (${orgId}, ${team}, ${ada})`;
    await owner`insert into team_patterns (org_id, team_id, repository) values (${orgId}, ${team}, 'bank/*')`;
    const block = async (commit: string) => {
      const pipeline = { repository: 'bank/robots', branch: 'main', commit, author: 'amelia' };
      const record = validationRecord(orgId, {
        validatedAt: new Date(),
        pipeline: pipeline as ValidationRecord['pipeline'],
        passed: false,
        wouldBlockCount: 2,
        enforcementMode: 'blocking',
      });
      await withOrganisation(app, orgId, async (sql) => void (await insertValidation(sql, record)));
      await makeDue();
      await run();
    };
    await block('9fceb02d');
    assert.deepEqual(recipients(), []);
    await choose(orgId, 'ada', { pace: 'at_once', kinds: MAIL_KINDS });
    await block('1c002ddb');
    assert.deepEqual(recipients(), ['ada@bank.example']);
    assert.ok(textOf(server.mails[0]!).includes('Blocked by 2 findings'));
  });

  it('comes once a day with everything, to who wants that', async () => {
    const { orgId } = await organisation();
    await choose(orgId, 'clara', { pace: 'daily', kinds: ['request'] });
    await request(orgId, 'One.xaml');
    await request(orgId, 'Two.xaml');
    await run();
    assert.deepEqual(recipients(), []);
    await makeDue();
    await run();
    assert.deepEqual(recipients(), ['clara@bank.example']);
    const text = textOf(server.mails[0]!);
    assert.ok(text.includes('One.xaml') && text.includes('Two.xaml'));
    assert.equal(headersOf(server.mails[0]!).get('subject'), '2 notices from Flowarden');
    const morning = nextDigest(new Date('2026-03-02T05:59:00Z'));
    assert.equal(morning.toISOString(), '2026-03-02T06:00:00.000Z');
    assert.equal(nextDigest(morning).toISOString(), '2026-03-03T06:00:00.000Z');
  });

  it('does not come when the request was decided meanwhile', async () => {
    const { orgId } = await organisation();
    await decide(orgId, await request(orgId), 'rejected');
    await run();
    assert.deepEqual(recipients(), ['ada@bank.example']);
  });
});

describe('the link of a mail', () => {
  it('ends the mails of its person alone', async () => {
    const { orgId, clara } = await organisation();
    await stopMails(app, KEY, stopToken(KEY, { orgId, memberId: clara }));
    await request(orgId);
    await run();
    assert.deepEqual(recipients(), []);
    assert.equal((await readMailChoice(app, { orgId, subject: 'clara' })).pace, 'never');
    assert.equal((await readMailChoice(app, { orgId, subject: 'ada' })).pace, 'at_once');
  });

  it('also ends what waits in the queue, as a choice without its kind does', async () => {
    const { orgId, clara } = await organisation();
    const stops = [
      () => stopMails(app, KEY, stopToken(KEY, { orgId, memberId: clara })),
      () => choose(orgId, 'clara', { pace: 'daily', kinds: ['decision'] }),
    ];
    for (const stop of stops) {
      await choose(orgId, 'clara', { pace: 'daily', kinds: ['request'] });
      await request(orgId);
      await run();
      await stop();
      await makeDue();
      await run();
      assert.deepEqual(recipients(), []);
    }
  });

  it('holds under an older key, and not when it is altered', async () => {
    const { orgId, ada, clara } = await organisation();
    const token = stopToken(KEY, { orgId, memberId: clara });
    await stopMails(app, `${'b'.repeat(40)},${KEY}`, token);
    const other = Buffer.from(token, 'base64url');
    Buffer.from(ada.replaceAll('-', ''), 'hex').copy(other, 16);
    for (const bad of ['', 'x', `${token}x`.repeat(2), other.toString('base64url')])
      await assert.rejects(
        stopMails(app, KEY, bad),
        (error: AppError) => error instanceof AppError && error.code === 'not_found',
      );
  });
});

describe('an invitation', () => {
  it('is mailed with its link, and again when it is replaced', async () => {
    const { orgId } = await organisation();
    const id = uuidV7();
    await owner`
      insert into organisation_members (org_id, id, role, email, created_by_name)
      values (${orgId}, ${id}, 'developer', 'dora@bank.example', 'Ada')`;
    await member(orgId, 'grace', 'admin');
    const actor = { kind: 'user' as const, id: 'grace', name: 'Grace', email: null };
    const manager = { orgId, actor, requestId: null, scopes: scopesOfRoles(['admin']) };
    const deps = {
      sql: app,
      pepper: 'p'.repeat(32),
      baseUrl: BASE_URL,
      seal: createSeal(KEY),
      now: () => new Date(),
    };
    for (const round of [1, 2]) {
      const { url } = await inviteMember(deps, manager, id);
      await run();
      assert.deepEqual(recipients(), Array(round).fill('dora@bank.example'));
      assert.ok(textOf(server.mails.at(-1)!).includes(url));
    }
    assert.equal(headersOf(server.mails[0]!).has('list-unsubscribe'), false);
    const [row] = await owner`select sealed_url from invitations where org_id = ${orgId}`;
    assert.equal(row!.sealedUrl, null);
  });
});

describe('a server', () => {
  it('that rejects a recipient for good gets the mail no more', async () => {
    const { orgId } = await organisation();
    server.rejections.set('clara@bank.example', 550);
    await request(orgId);
    await run();
    server.rejections.clear();
    await makeDue();
    await run();
    assert.deepEqual(recipients(), []);
  });

  it('that rejects a recipient for now gets the mail later', async () => {
    const { orgId } = await organisation();
    server.rejections.set('clara@bank.example', 450);
    await request(orgId);
    await run();
    assert.deepEqual(recipients(), []);
    server.rejections.clear();
    await makeDue();
    await run();
    assert.deepEqual(recipients(), ['clara@bank.example']);
  });

  it('that rejects a recipient for now gets the mails to others', async () => {
    const { orgId } = await organisation();
    await member(orgId, 'grace', 'approver');
    server.rejections.set('clara@bank.example', 450);
    await request(orgId);
    await owner`update mail_notices set due_at = now() - interval '1 minute'`;
    await run();
    assert.deepEqual(recipients(), ['grace@bank.example']);
  });

  it('gets the mails to others when one cannot be written', async () => {
    const { orgId } = await organisation();
    const id = uuidV7();
    await owner`
      insert into organisation_members (org_id, id, role, email, created_by_name)
      values (${orgId}, ${id}, 'developer', 'dora@bank.example', 'Ada')`;
    await owner`
      insert into invitations (org_id, member_id, token_hash, expires_at, created_by_name, sealed_url)
      values (${orgId}, ${id}, ${Buffer.alloc(32)}, now() + interval '1 day', 'Ada', ${Buffer.alloc(64)})`;
    await run();
    assert.deepEqual(recipients(), []);
    const [waiting] =
      await owner`select attempts, leased_until, due_at > now() as is_later from mail_queue where member_id = ${id}`;
    assert.deepEqual({ ...waiting }, { attempts: 1, leasedUntil: null, isLater: true });
    await owner`update mail_queue set due_at = now() - interval '1 hour'`;
    await request(orgId);
    await run();
    assert.deepEqual(recipients(), ['clara@bank.example']);
  });

  it('that is away loses nothing', async () => {
    const { orgId } = await organisation();
    await request(orgId);
    const gone = await startMailServer();
    await gone.close();
    await assert.rejects(run(gone.config), MailFailure);
    await makeDue();
    await run();
    assert.deepEqual(recipients(), ['clara@bank.example']);
  });

  it('that hangs is given up, with its connection', async () => {
    const hanging = createServer((socket) => socket.on('error', () => {}).resume());
    hanging.listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    after(() => hanging.close());
    const { port } = hanging.address() as AddressInfo;
    const closed = once(hanging, 'connection').then(([socket]) => once(socket, 'close'));
    const opened = await openMailServer(mailConfigOf(port), 20);
    await assert.rejects(opened.check(), MailFailure);
    await closed;
  });

  it('without TLS gets nothing unless the operator allows it', async () => {
    const opened = await openMailServer({ ...server.config, allowsPlain: false });
    await assert.rejects(opened.check(), /ETLS/);
  });

  it('that is not set up leaves nothing waiting', async () => {
    const { orgId } = await organisation();
    await request(orgId);
    await setUp(false);
    await request(orgId, 'Other.xaml');
    assert.equal((await owner`select from mail_notices`).length, 0);
    await run(null);
    await setUp(true);
  });
});
