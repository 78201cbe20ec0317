/** Leads: who may leave an address with the free scanner, when it is the same one, and who is taken for a human. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { leadsCommand } from '../../../src/cli/admin/leads-command.ts';
import { ScannerServiceService } from '../../../src/gen/flowarden/v1/scanner.ts';
import { withLead } from '../../../src/infra/database/database.ts';
import { StartError } from '../../../src/infra/process/start-error.ts';
import { loadConfig } from '../../../src/infra/settings/config.ts';
import { scannerService } from '../../../src/rpc/services/scanner-service.ts';
import { createCaptchaCheck } from '../../../src/service/free-scans/captcha.ts';
import { scanDeps } from '../../../src/service/free-scans/free-scan-deps.ts';
import { createPoisonGuard } from '../../../src/service/validations/poison-files.ts';
import { type Answer, call } from '../../gateway/support/api.ts';
import { startTestGateway, type TestGateway } from '../../gateway/support/support.ts';
import { testCore } from '../../support/service/core.ts';

const core = await testCore();
const { app, owner } = core.database;
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

const leave = (body: object, at: TestGateway = gateway, type = 'application/json', query = '') =>
  call(at, `/api/v1/demo/leads${query}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: JSON.stringify(body),
  });
const outcome = ({ status, body }: Answer) => [status, body.error?.code ?? null];

const FILE = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'));
const { scan } = await core.call(ScannerServiceService.scanFile, { file: FILE, filename: 'Main.xaml' }, null);
const scanToken = scan!.shareToken;

const SECRET = 'captcha-secret-7';
const queries: URLSearchParams[] = [];
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  human: (to) => to.end('{"success":true}'),
  robot: (to) => to.end('{"success":false,"error-codes":["timeout-or-duplicate"]}'),
  'wrong-secret': (to) => to.end('{"success":false,"error-codes":["invalid-input-secret"]}'),
  hanging: () => {},
  broken: (to) => to.end('<html>'),
  nothing: (to) => to.end('null'),
  failing: (to) => to.writeHead(500).end(),
  moved: (to) => to.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  endless: (to) => to.end(`{"success":true,"x":"${'x'.repeat(70_000)}"}`),
};
const provider = createServer(async (request: IncomingMessage, response) => {
  const form = new URLSearchParams(await text(request));
  queries.push(form);
  ANSWERS[form.get('response') ?? '']!(response);
}).listen(0, '127.0.0.1');
after(() => {
  provider.closeAllConnections();
  provider.close();
});

async function verifyingGateway(verifyUrl?: string) {
  if (!provider.listening) await once(provider, 'listening');
  const url = verifyUrl ?? `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`;
  const failures: unknown[] = [];
  const check = createCaptchaCheck({ verifyUrl: url, secret: SECRET }, (error) => failures.push(error));
  const poison = createPoisonGuard(app, 'x', () => {});
  const deps = scanDeps({ sql: app, pool: core.pool, poison, loadRules: async () => [] });
  const services = [scannerService(deps, { check, makeChallenge: null, widget: null })];
  const verifying = await testCore({ database: core.database, pool: core.pool, services });
  return { failures, at: await startTestGateway({ corePort: verifying.server.port }) };
}
const { at, failures } = await verifyingGateway();
const away = await verifyingGateway('http://127.0.0.1:1/siteverify');
after(() => Promise.all([at.stop(), away.at.stop()]));

describe('a lead', () => {
  it('is stored with its scan and its source, without the token', async () => {
    const { status, body } = await leave({ email: ' Ada@Example.com', scanToken, source: 'banner' });
    assert.equal(status, 200);
    assert.deepEqual([body.email, body.scanToken], ['ada@example.com', scanToken]);
    const [row] = await owner`
      select email, source, token_hash = sha256(${scanToken}::bytea) as is_of_scan, to_jsonb(leads)::text as text
      from leads where id = ${body.id}`;
    assert.deepEqual([row!.email, row!.source, row!.isOfScan], ['ada@example.com', 'banner', true]);
    assert.equal(row!.text.includes(scanToken), false);
  });

  it('may come without a scan, as any JSON type, in either spelling', async () => {
    const plain = await leave(
      { email: 'b@example.com', scanToken: null, source: null },
      gateway,
      'text/json',
    );
    assert.deepEqual([plain.status, plain.body.scanToken], [200, null]);
    const body = { email: 'c@example.com', scan_token: scanToken };
    const snake = await leave(body, gateway, 'application/vnd.a+json', '?case=snake');
    assert.equal(snake.body.scan_token, scanToken);
  });

  it('is the same for a day, however many calls say so at once', async () => {
    const email = 'race@example.com';
    const answers = await Promise.all(Array.from({ length: 20 }, () => leave({ email, scanToken })));
    const ids = new Set(answers.map(({ body }) => body.id));
    assert.equal(ids.size, 1);
    assert.equal(new Set(answers.map(({ body }) => body.createdAt)).size, 1);
    assert.notEqual((await leave({ email })).body.id, [...ids][0]);
    assert.notEqual((await leave({ email: 'other@example.com', scanToken })).body.id, [...ids][0]);
  });

  it('is another one after a day, again the same for all who say so at once', async () => {
    const email = 'day@example.com';
    const first = await leave({ email, scanToken });
    const age = (hours: number) =>
      owner`update leads set created_at = now() - ${`${hours} hours`}::interval where id = ${first.body.id}`;
    await age(23.9);
    assert.equal((await leave({ email, scanToken })).body.id, first.body.id);
    await age(24);
    const answers = await Promise.all(Array.from({ length: 10 }, () => leave({ email, scanToken })));
    const ids = new Set(answers.map(({ body }) => body.id));
    assert.equal(ids.size, 1);
    assert.equal(ids.has(first.body.id), false);
  });

  const REJECTED: readonly (readonly [what: string, body: object, status: number, code: string])[] = [
    ['no address', {}, 400, 'missing_field'],
    ['null for an address', { email: null }, 400, 'missing_field'],
    ['what is no address', { email: 'ada' }, 400, 'invalid_email'],
    ['a number for an address', { email: 7 }, 400, 'invalid_email'],
    ['an address that is too long', { email: `${'a'.repeat(250)}@b.example` }, 400, 'invalid_email'],
    ['a token that cannot be one', { email: 'a@b.example', scanToken: 'x' }, 400, 'invalid_share_token'],
    ['an unknown token', { email: 'a@b.example', scanToken: '0'.repeat(22) }, 404, 'scan_not_found'],
    ['a source that is too long', { email: 'a@b.example', source: 'x'.repeat(65) }, 400, 'invalid_field'],
    ['an unknown member', { email: 'a@b.example', phone: '1' }, 400, 'unexpected_field'],
    [
      'two answers of the verification',
      { email: 'a@b.example', 'captcha-response': '1', captchaResponse: '2' },
      400,
      'conflicting_fields',
    ],
  ];
  for (const [what, body, status, code] of REJECTED) {
    it(`is rejected with ${what}`, async () => {
      assert.deepEqual(outcome(await leave(body)), [status, code]);
    });
  }

  it('is nothing that the application can look for', async () => {
    const seen = (email: string) => withLead(app, email, (sql) => sql`select email from leads`);
    assert.ok((await seen('race@example.com')).every(({ email }) => email === 'race@example.com'));
    assert.equal((await seen('')).length, 0);
    await assert.rejects(
      withLead(app, 'race@example.com', (sql) => sql`delete from leads`),
      /permission denied/,
    );
  });
});

describe('a visitor', () => {
  it('that is a human is admitted, under each name of the answer', async () => {
    for (const name of ['captcha-response', 'captchaResponse', 'captcha_response'])
      assert.equal((await leave({ email: 'h@example.com', [name]: 'human' }, at)).status, 200, name);
    assert.equal(queries.at(-1)?.get('secret'), SECRET);
  });

  it('that is none, or sends no answer, gets an error that says so', async () => {
    for (const answer of ['robot', null, ''])
      assert.deepEqual(outcome(await leave({ email: 'r@example.com', 'captcha-response': answer }, at)), [
        400,
        'captcha_failed',
      ]);
    assert.equal((await owner`select 1 from leads where email = 'r@example.com'`).length, 0);
  });

  it('gets no proof of work to do', async () => {
    const { status, body } = await call(at, '/api/v1/demo/lead-challenge');
    assert.deepEqual([status, body], [200, { challenge: null, bits: null, expiresAt: null, captcha: null }]);
  });

  it('is not checked when the form is wrong anyway', async () => {
    const before = queries.length;
    for (const body of [{ email: 'x' }, { email: 'a@b.example', scanToken: '0'.repeat(22) }])
      assert.notEqual((await leave({ ...body, 'captcha-response': 'human' }, at)).status, 200);
    assert.equal(queries.length, before);
  });

  for (const answer of ['hanging', 'broken', 'nothing', 'failing', 'moved', 'endless', 'wrong-secret']) {
    it(`about whom the provider answers nothing usable (${answer}) may try again`, async () => {
      const before = failures.length;
      const rejected = await leave({ email: 'p@example.com', 'captcha-response': answer }, at);
      assert.deepEqual(outcome(rejected), [503, 'verification_unavailable']);
      assert.match(rejected.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal(failures.length, before + 1);
      assert.equal(`${rejected.text} ${failures.at(-1)}`.includes(SECRET), false);
    });
  }

  it('about whom the provider cannot be queried may try again', async () => {
    const rejected = await leave({ email: 'p@example.com', 'captcha-response': 'human' }, away.at);
    assert.deepEqual(outcome(rejected), [503, 'verification_unavailable']);
    assert.equal(away.failures.length, 1);
  });
});

describe('the operator', () => {
  async function run(...words: string[]): Promise<string> {
    let text = '';
    const config = loadConfig({ DATABASE_URL: core.database.url }, 'commands');
    assert.equal(await leadsCommand(words, config, (part) => void (text += part)), 0);
    return text;
  }
  const emails = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => (line === '' ? null : JSON.parse(line).email));

  it('reads leads, all of them or from a day on, and deletes what an address has left', async () => {
    await owner`delete from leads`;
    for (const email of ['one@example.com', 'two@example.com']) await leave({ email, source: 'page' });
    assert.deepEqual(emails(await run('list')), ['one@example.com', 'two@example.com']);
    const [first] = (await run('list')).split('\n');
    assert.deepEqual(Object.keys(JSON.parse(first!)), ['id', 'email', 'source', 'createdAt']);
    assert.equal(emails(await run('list', '--since', new Date().toISOString().slice(0, 10))).length, 2);
    assert.deepEqual(emails(await run('list', '--since', '2999-01-01')), [null]);
    assert.equal(await run('forget', 'ONE@example.com'), 'Deleted: 1\n');
    assert.deepEqual(emails(await run('list')), ['two@example.com']);
  });

  it('sees the signs that would turn an address around', async () => {
    const email = 'a@\u202egro.elpmaxe.example.com';
    await leave({ email, source: 'page' });
    const list = await run('list');
    assert.match(list, /"a@\\u202egro\.elpmaxe\.example\.com"/);
    assert.ok(emails(list).includes(email));
    assert.equal(await run('forget', email), 'Deleted: 1\n');
  });

  it('reads thousands of them', async () => {
    await owner`
      insert into leads (id, email)
      select uuid_v7_floor(now() - n * interval '1 second'), n || '@example.com' from generate_series(1, 2001) n`;
    assert.equal(new Set(emails(await run('list'))).size, 2002);
  });

  it('is set by two settings', async () => {
    for (const words of [[], ['list', 'x'], ['forget'], ['list', '--since', 'today'], ['list', '--all']])
      await assert.rejects(run(...words), StartError);
  });
});

describe('the settings of the verification', () => {
  const FLOWARDEN_CAPTCHA_VERIFY_URL = 'https://captcha.example.org/siteverify';
  const FLOWARDEN_CAPTCHA_SECRET = 'secret';
  it('of the widget come together or not at all', () => {
    const scriptUrl = 'https://captcha.example.org/api.js';
    const both = { FLOWARDEN_CAPTCHA_SCRIPT_URL: scriptUrl, FLOWARDEN_CAPTCHA_SITE_KEY: 'site' };
    assert.deepEqual(loadConfig(both).captchaWidget, { scriptUrl, siteKey: 'site' });
    assert.equal(loadConfig({}).captchaWidget, null);
    for (const one of Object.entries(both))
      assert.throws(() => loadConfig(Object.fromEntries([one])), StartError);
  });

  it('come together or not at all', () => {
    const both = { FLOWARDEN_CAPTCHA_VERIFY_URL, FLOWARDEN_CAPTCHA_SECRET };
    assert.deepEqual(loadConfig(both).captcha, {
      verifyUrl: FLOWARDEN_CAPTCHA_VERIFY_URL,
      secret: FLOWARDEN_CAPTCHA_SECRET,
    });
    assert.equal(loadConfig({}).captcha, null);
    for (const one of [{ FLOWARDEN_CAPTCHA_VERIFY_URL }, { FLOWARDEN_CAPTCHA_SECRET }])
      assert.throws(() => loadConfig(one), StartError);
  });
});
