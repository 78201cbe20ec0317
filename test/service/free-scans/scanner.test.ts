/** The free scanner: reports, tokens, what is stored and what is rejected. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { ScannerServiceService } from '../../../src/gen/flowarden/v1/scanner.ts';
import { withScan } from '../../../src/infra/database/database.ts';
import { type AnalysisPool, createPool } from '../../../src/pool/pool.ts';
import { scannerService } from '../../../src/rpc/services/scanner-service.ts';
import { type ScanPool, type ScanTimes, scanDeps } from '../../../src/service/free-scans/free-scan-deps.ts';
import { createPoisonGuard } from '../../../src/service/validations/poison-files.ts';
import { type Answer, call } from '../../gateway/support/api.ts';
import { outcome, rawRequest, startTestGateway, type TestGateway } from '../../gateway/support/support.ts';
import { type TestCore, testCore } from '../../support/service/core.ts';

const core = await testCore();
const { app, owner } = core.database;
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

const SCAN = '/api/v1/demo/validate';
const SAMPLES = join(import.meta.dirname, '../../../samples');
const sample = (path: string) => readFileSync(join(SAMPLES, path));
const MAIN = sample('uipath/Main.xaml');

function scan(content: Uint8Array<ArrayBuffer>, name: string, at: TestGateway = gateway): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return call(at, SCAN, { method: 'POST', body: form });
}
const read = (token: string, query = '') => call(gateway, `/api/v1/demo/scan/${token}${query}`);
const codeOf = ({ status, body }: Answer) => [status, body.error?.code];

describe('a free scan', () => {
  const PLATFORMS = {
    uipath: 'platform_1',
    'power-automate': 'platform_2',
    'automation-anywhere': 'platform_3',
    'blue-prism': 'platform_4',
  };
  for (const [folder, platform] of Object.entries(PLATFORMS)) {
    it(`recognises ${folder} by itself, under any file name`, async () => {
      const [file = ''] = readdirSync(join(SAMPLES, folder));
      const { status, body, headers } = await scan(sample(join(folder, file)), 'upload.bin');
      assert.equal(status, 200);
      assert.equal(body.platform, platform);
      assert.equal(body.fileName, 'upload.bin');
      assert.equal(body.enforcementMode, 'advisory');
      assert.equal(body.passed, body.summary.critical + body.summary.high === 0);
      assert.equal(body.findings.length, body.summary.total);
      assert.equal(headers.get('x-robots-tag'), 'noindex');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cache-control'), 'no-store');
    });
  }

  it('says of a finding five things and no more, and shows no secret', async () => {
    const secret = 'S3cr3t-Pa55phrase!';
    const text = MAIN.toString().replace(
      '</Sequence>',
      `<Assign DisplayName="Password"><Assign.To><OutArgument x:TypeArguments="x:String">[password]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">${secret}</InArgument></Assign.Value></Assign></Sequence>`,
    );
    const { body, text: answer } = await scan(Buffer.from(text), 'secret.xaml');
    assert.ok(body.findings.some(({ category }: { category: string }) => category === 'security'));
    for (const finding of body.findings)
      assert.deepEqual(Object.keys(finding), ['severity', 'category', 'rule', 'location', 'description']);
    assert.equal(answer.includes(secret), false);
    assert.equal((await read(body.shareToken)).text.includes(secret), false);
  });

  it('has advice for each rule that the report names, from the catalogue of its platform', async () => {
    const { body } = await scan(MAIN, 'advice.xaml');
    const titles = new Set(body.findings.map(({ rule }: { rule: string }) => rule));
    const { status, body: advice } = await call(gateway, `/api/v1/demo/scan/${body.shareToken}/details`);
    assert.equal(status, 200);
    assert.deepEqual(new Set(advice.fixes.map(({ rule }: { rule: string }) => rule)), titles);
    assert.equal(advice.platformTitle, 'UiPath');
    assert.equal(Date.parse(advice.expiresAt) - Date.parse(body.validatedAt), 30 * 86_400_000);
    for (const { ruleId, why, fix } of advice.fixes) {
      assert.match(ruleId, /^(UIP|XPL)-/);
      assert.ok(why.length > 20 && fix.length > 10);
    }
    const { status: unknown } = await call(gateway, `/api/v1/demo/scan/${'0'.repeat(22)}/details`);
    assert.equal(unknown, 404);
  });

  it('does not look at credentials, be they right or wrong', async () => {
    for (const Authorization of ['ApiKey wrong', 'nonsense']) {
      const { status } = await call(gateway, '/api/v1/demo/scan/4eY0bTnq2LzXo8VhRk1dGm', {
        headers: { Authorization, 'X-Org-Id': 'none' },
      });
      assert.equal(status, 404);
    }
  });

  it('rejects what is no workflow, what is empty and what is too large', async () => {
    assert.deepEqual(codeOf(await scan(Buffer.from('hello'), 'a.txt')), [400, 'unsupported_file_type']);
    assert.deepEqual(codeOf(await scan(Buffer.alloc(0), 'a.xaml')), [400, 'empty_file']);
    const large = Buffer.alloc(CONTRACT_LIMITS.scanFileBytesMax + 1, ' ');
    assert.deepEqual(codeOf(await scan(large, 'a.xaml')), [413, 'file_too_large']);
    const most = Buffer.concat([
      MAIN,
      Buffer.alloc(CONTRACT_LIMITS.scanFileBytesMax - MAIN.byteLength, '\n'),
    ]);
    assert.equal((await scan(most, 'largest.xaml')).status, 200);
    const { scanFile } = ScannerServiceService;
    const { reason, metadata } = await core.rejection(scanFile, { file: large, filename: 'a.xaml' }, null);
    assert.deepEqual([reason, metadata.limitBytes], ['FILE_TOO_LARGE', '2097152']);
  });

  it('answers over gRPC as over REST', async () => {
    const { scan: made } = await core.call(
      ScannerServiceService.scanFile,
      { file: MAIN, filename: 'rpc.xaml' },
      null,
    );
    const { body } = await read(made!.shareToken);
    assert.deepEqual(JSON.parse(JSON.stringify(made)), body);
    const { scan: again } = await core.call(
      ScannerServiceService.getScan,
      { shareToken: made!.shareToken },
      null,
    );
    assert.deepEqual(again, made);
  });
});

describe('an installation without the free scanner', () => {
  it('has no such endpoints, and says so in its description', async () => {
    const without = await startTestGateway({ corePort: core.server.port, freeScanner: false });
    const answers = await Promise.all(
      ['validate', 'scan/4eY0bTnq2LzXo8VhRk1dGm', 'leads'].map((path) =>
        fetch(`${without.url}/api/v1/demo/${path}`),
      ),
    );
    const document = await (await fetch(`${without.url}/openapi.json`)).text();
    await without.stop();
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404],
    );
    assert.equal(document.includes('/demo/'), false);
  });
});

describe('a share token', () => {
  it('gives the same report again, in both spellings', async () => {
    const { body } = await scan(MAIN, 'shared.xaml');
    const { status, body: again, headers } = await read(body.shareToken);
    assert.equal(status, 200);
    assert.deepEqual(again, body);
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    const { body: snake } = await read(body.shareToken, '?case=snake');
    assert.equal(snake.share_token, body.shareToken);
    assert.equal(snake.file_name, 'shared.xaml');
  });

  it('is not stored, nor is the file', async () => {
    const { body } = await scan(MAIN, 'kept.xaml');
    const [row] =
      await owner`select to_jsonb(free_scans) as row from free_scans where filename = 'kept.xaml'`;
    const text = JSON.stringify(row);
    assert.equal(text.includes(body.shareToken), false);
    assert.equal(text.includes('Activity x:Class'), false);
  });

  it('that is unknown is 404, and one that cannot be is 400', async () => {
    assert.deepEqual(codeOf(await read('0'.repeat(22))), [404, 'scan_not_found']);
    for (const token of ['0'.repeat(21), '0'.repeat(23), `${'0'.repeat(21)}-`, `${'0'.repeat(22)}%0A`, '%00'])
      assert.deepEqual(codeOf(await read(token)), [400, 'invalid_share_token'], token);
  });

  it('ends after thirty days, before any sweep', async () => {
    const { body } = await scan(MAIN, 'old.xaml');
    await owner`update free_scans set validated_at = now() - interval '30 days' where filename = 'old.xaml'`;
    assert.deepEqual(codeOf(await read(body.shareToken)), [404, 'scan_not_found']);
  });
});

describe('a file that comes again', () => {
  it('is analysed again, so that its time does not reveal that another visitor had it', async () => {
    const first = await scan(MAIN, 'again.xaml');
    await owner`update free_scans set score = 7 where filename = 'again.xaml'`;
    const second = await scan(MAIN, 'again.xaml');
    assert.equal(second.body.score, first.body.score);
    assert.notEqual(second.body.shareToken, first.body.shareToken);
    assert.equal((await read(first.body.shareToken)).body.score, 7);
  });
});

describe('the table of reports', () => {
  it('shows the application no report but the one that it names, and lets it change none but delete that one', async () => {
    const { body } = await scan(MAIN, 'walled.xaml');
    const count = (named: string) =>
      withScan(app, named, (sql) => sql`select filename from free_scans`).then((rows) => rows.length);
    const [row] = await owner`
      select encode(token_hash, 'hex') as hash from free_scans where filename = 'walled.xaml'`;
    assert.equal(await count(row!.hash), 1);
    assert.equal(await count(''), 0);
    assert.equal(await count(body.shareToken), 0);
    await assert.rejects(
      withScan(app, row!.hash, (sql) => sql`update free_scans set score = 1`),
      /permission denied/,
    );
    await withScan(app, row!.hash, (sql) => sql`delete from free_scans`);
    const names = await owner`select filename from free_scans`;
    assert.equal(
      names.some(({ filename }) => filename === 'walled.xaml'),
      false,
    );
    assert.ok(names.length > 0);
  });
});

describe('a scan that takes too long is 408', () => {
  const SPIN = { file: MAIN, filename: 'spin' };

  let broken: AnalysisPool;
  before(async () => {
    broken = await createPool({
      threads: 1,
      queueMax: 4,
      heapMiBMax: 128,
      onThreadError: () => {},
      entry: new URL('../../support/broken-thread.ts', import.meta.url).href,
      hasSpare: false,
    });
  });
  after(() => broken.close());

  function slowCore(times: ScanTimes): Promise<TestCore> {
    const poison = createPoisonGuard(app, 'slow', () => {});
    const pool: ScanPool = { analyse: broken.analyse, judge: core.pool.judge };
    const deps = scanDeps({ sql: app, pool, poison, loadRules: async () => [] }, times);
    return testCore({
      database: core.database,
      pool: core.pool,
      services: [scannerService(deps, { check: async () => {}, makeChallenge: null, widget: null })],
    });
  }

  it('when its analysis does, and the next one is served', async () => {
    const slow = await slowCore({ scanMsMax: 20_000, scanRunMsMax: 100 });
    const slowGateway = await startTestGateway({ corePort: slow.server.port });
    const { status, body } = await scan(MAIN, 'spin', slowGateway);
    await slowGateway.stop();
    assert.deepEqual([status, body.error.code], [408, 'scan_timeout']);
    assert.match(body.error.message, /longer than 0\.1 s/);
    const { reason } = await slow.rejection(ScannerServiceService.scanFile, SPIN, null);
    assert.equal(reason, 'SCAN_TIMEOUT');
  });

  it('when all of it does, also by waiting for others', async () => {
    const slow = await slowCore({ scanMsMax: 300, scanRunMsMax: 10_000 });
    const rejections = await Promise.all(
      [1, 2].map(() => slow.rejection(ScannerServiceService.scanFile, SPIN, null)),
    );
    for (const { reason, metadata } of rejections)
      assert.deepEqual([reason, metadata.limitSeconds], ['SCAN_TIMEOUT', '0.3']);
  });

  for (const [what, bodyTimes] of [
    ['silent', { idleMsMax: 100 }],
    ['slow', { uploadMsMax: 100 }],
  ] as const) {
    it(`when its upload is ${what}`, async () => {
      const brief = await startTestGateway({ corePort: core.server.port, bodyTimes });
      const { text } = await rawRequest(brief.port, (socket) => {
        socket.write(
          `POST ${SCAN} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 500\r\n\r\n--b\r\n`,
        );
      });
      await brief.stop();
      assert.deepEqual(outcome(text), [408, 'upload_timeout']);
    });
  }
});
