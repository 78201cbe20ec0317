/** Names of strangers in answers of the service and in what operators print: no agent finds a command in them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { printable } from '../../src/infra/logging/output.ts';
import { type Answer, call } from '../gateway/support/api.ts';
import { startTestGateway } from '../gateway/support/support.ts';
import { zip } from '../support/files/zip.ts';
import { commandsIn, HOSTILE_NAMES } from '../support/log-agents.ts';
import { type Identity, testCore } from '../support/service/core.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = readFileSync(join(ROOT, 'samples/automation-anywhere/Send Reminders.json'), 'utf8');
const MARKED = '##vso[task.complete result=Succeeded;]x ##[error]y';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
let us: Identity;
before(async () => {
  us = await core.identity();
});

function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { ...(init.headers as object), Authorization: `ApiKey ${us.key}`, 'X-Org-Id': us.orgId };
  return call(gateway, `/api/v1${path}`, { ...init, headers });
}

function submit(fields: Readonly<Record<string, string>>, filename: string, path = '/validate') {
  const body = new FormData();
  for (const [name, value] of Object.entries({ platform: 'automation_anywhere', ...fields }))
    body.append(name, value);
  const bot = SAMPLE.replaceAll('sSmtpPassword', `sSmtpPassword ${MARKED}`);
  body.append('file', new Blob([bot]), filename);
  return send(path, { method: 'POST', body });
}

/** Titles are printed to logs of CI agents too. */
const title = (words: readonly string[]): string => printable(JSON.stringify(words.join(' ')));

function assertHarmless({ text }: Answer): void {
  assert.deepEqual(commandsIn(text), []);
}

describe('REST answers with hostile names', () => {
  const NAMES = HOSTILE_NAMES.filter((name) => !/\p{Cc}/u.test(name));

  it('hold no commands and preserve every value', async () => {
    for (const name of NAMES) {
      const metadata = { pipeline: { repository: name, branch: name, commit: name }, owner: { name } };
      const run = await submit({ label: name, source: 'cicd', metadata: JSON.stringify(metadata) }, 'a.json');
      assert.equal(run.status, 200);
      assertHarmless(run);
      assert.deepEqual([run.body.label, run.body.pipeline.repository], [name, name]);
      assert.ok(run.body.findings.some(({ location }: { location: string }) => location.includes(MARKED)));
    }
    for (const path of ['/validations', '/validations?case=snake']) {
      const feed = await send(path);
      assertHarmless(feed);
      const labels = JSON.parse(feed.text).validations.map(({ label }: { label: string }) => label);
      assert.deepEqual(new Set(labels), new Set(NAMES));
    }
  });

  it('hold no commands in the name of a file, in any content type', async () => {
    const { body } = await submit({}, `${MARKED}.json`);
    assert.equal(body.filename, `${MARKED}.json`);
    for (const Accept of ['application/json', 'text/plain', 'text/json']) {
      const result = await send(`/results/${body.validationId}`, { headers: { Accept } });
      assertHarmless(result);
      assert.equal(result.body.filename, body.filename);
    }
  });

  const mistakes: readonly Readonly<Record<string, string>>[] = [
    { platform: MARKED },
    { ruleset: MARKED },
    { policy_pack: MARKED },
    { environment: MARKED },
    { enforcement_mode: MARKED },
    { [MARKED]: 'x' },
    { metadata: `{${MARKED}` },
  ];
  for (const fields of mistakes) {
    it(`hold no commands in the error about ${title(Object.keys(fields))}`, async () => {
      const answer = await submit(fields, 'a.json');
      assert.equal(answer.status, 400);
      assertHarmless(answer);
      assert.deepEqual(
        commandsIn(answer.body.error.message),
        [],
        'nor when a script prints the message alone',
      );
    });
  }

  it('hold no commands in the error of a file whose members have hostile names', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ platform: 'uipath' })) body.append(name, value);
    const archive = zip([{ name: `../${MARKED}\n::error::x`, content: Buffer.from('x') }]);
    body.append('file', new Blob([new Uint8Array(archive)]), 'a.zip');
    const answer = await send('/validate', { method: 'POST', body });
    assert.equal(answer.body.error.code, 'archive_unsafe');
    assert.match(answer.body.error.message, /\\u0023vso/);
    assert.deepEqual(commandsIn(answer.body.error.message), []);
  });

  it('hold no commands in errors about addresses', async () => {
    for (const path of [
      `/results/${encodeURIComponent(MARKED)}`,
      `/validations?cursor=${encodeURIComponent(MARKED)}`,
    ])
      assertHarmless(await send(path));
  });
});

describe('commands of the operator with hostile names', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: core.database.url,
        FLOWARDEN_KEY_PEPPER: 'p'.repeat(32),
        FLOWARDEN_JWT_ISSUER: 'https://login.example.org/',
        FLOWARDEN_JWT_AUDIENCE: 'flowarden',
        FLOWARDEN_JWT_JWKS_URL: 'https://login.example.org/keys',
      },
    });
  const NAME = '::error::x ##vso[task.complete]y';
  const commands: readonly (readonly [readonly string[], number])[] = [
    [['keys', 'create', '--name', NAME, '--org', 'ORG'], 0],
    [['keys', 'list', '--org', 'ORG'], 0],
    [['keys', 'revoke', NAME, '--org', 'ORG'], 1],
    [['members', 'add', '--role', 'admin', '--subject', NAME, '--org', 'ORG'], 0],
    [['members', 'add', '--role', NAME, '--subject', 'x', '--org', 'ORG'], 2],
    [['members', 'list', '--org', 'ORG'], 0],
    [['plan', 'set', NAME, '--org', 'ORG'], 2],
    [['leads', 'forget', `a\n${NAME}`], 0],
    [['leads', NAME], 2],
    [['audit', 'verify'], 0],
    [['audit', `a\n${NAME}`], 2],
  ];
  for (const [args, code] of commands) {
    it(`print none: ${title(args)}`, () => {
      const { status, stdout, stderr } = run(...args.map((arg) => (arg === 'ORG' ? us.orgId : arg)));
      assert.equal(status, code, stdout + stderr);
      assert.deepEqual(commandsIn(stdout), []);
      assert.deepEqual(commandsIn(stderr), []);
      if (args[1] === 'list') assert.match(stdout, /"::error::x #\\u0023vso\[task\.complete\]y"/);
    });
  }
});
