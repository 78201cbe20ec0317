/** The recipes of the README for pipelines, run as they stand there with sh and curl: the end of a job for each answer. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { zip } from '../support/files/zip.ts';
import { startService } from '../support/service/service.ts';
import { blocksOf } from '../support/shell-blocks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { run } = await startService();
const FOLDER = temporaryFolder();

/** The block of the README with this text. */
function recipe(text: string): string {
  const [block, ...others] = blocksOf('README.md').filter(({ script }) => script.includes(text));
  assert.ok(block !== undefined && others.length === 0, text);
  return block.script;
}

const GATE = recipe('gate() {');
const NOW = recipe('/api/v1/validate" \\');
const PROJECT = recipe('/validate/project" \\');
const FILE = recipe('/validate/async" \\');

/** A critical finding, at an activity whose name is a command of a CI system. */
const HOSTILE_NAME = '##vso[task.setvariable variable=PATH]x';
const CLEAN = uipath.snippet('<Sequence DisplayName="Main"/>');
const CARELESS = uipath.snippet(
  `<TryCatch DisplayName="${HOSTILE_NAME}"><TryCatch.Try><ui:MoveFile Path="a.txt" Destination="b.txt" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>`,
);
const DAMAGED = CLEAN.slice(0, -20);

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script in a folder with this content as the file and in the archive. */
async function runRecipe(script: string, content: string, settings: object = {}): Promise<Ending> {
  const folder = mkdtempSync(join(FOLDER, 'job-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/Main.xaml'), content);
  const name = content === 'Hello' ? 'readme.md' : 'src/Main.xaml';
  writeFileSync(join(folder, 'InvoiceRobot.zip'), zip([{ name, content }]));
  const environment = {
    PATH: process.env.PATH,
    FLOWARDEN_URL: run.restUrl,
    FLOWARDEN_API_KEY: run.apiKey,
    FLOWARDEN_ORG_ID: run.orgId,
    ...settings,
  };
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const how = { cwd: folder, env: environment, timeout: 90_000 };
  const child = execFile('sh', ['-c', script], how, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode ?? -1, stdout, stderr }),
  );
  return promise;
}

/** A service that gives every request this answer. */
async function answering(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const NOWHERE = 'http://127.0.0.1:1';

describe('the pipeline recipe', { concurrency: 4 }, () => {
  for (const [name, script] of [
    ['for a project', PROJECT],
    ['for a file that is validated later', FILE],
  ] as const) {
    const submitAndWait = `${GATE}\n${script}`;

    it(`${name} ends with 0 when nothing blocks`, async () => {
      const { code, stdout, stderr } = await runRecipe(submitAndWait, CLEAN);
      assert.deepEqual([code, stdout.trim()], [0, 'Nothing blocks.'], stderr);
    });

    it(`${name} fails with the findings when they block, and no name in them is a command`, async () => {
      const { code, stdout } = await runRecipe(submitAndWait, CARELESS);
      assert.equal(code, 1);
      assert.match(stdout, /^Blocked: .*high .*task\.setvariable/m);
      assert.doesNotMatch(stdout, /##/);
    });

    it(`${name} fails with the message when the content cannot be judged`, async () => {
      const { code, stderr } = await runRecipe(submitAndWait, DAMAGED);
      assert.equal(code, 1);
      assert.match(stderr, /^HTTP 400: .*Line \d+/m);
    });

    it(`${name} fails with the message when the key is wrong`, async () => {
      const { code, stderr } = await runRecipe(submitAndWait, CLEAN, { FLOWARDEN_API_KEY: 'fwd_live_wrong' });
      assert.notEqual(code, 0);
      assert.match(stderr, /invalid_credentials/);
    });

    it(`${name} fails with the reason when the network is down`, async () => {
      const { code, stderr } = await runRecipe(submitAndWait, CLEAN, { FLOWARDEN_URL: NOWHERE });
      assert.notEqual(code, 0);
      assert.match(stderr, /Failed to connect|Couldn't connect/);
    });
  }

  const now: readonly (readonly [ending: string, content: string, settings: object, printed: RegExp])[] = [
    ['prints what blocks', CARELESS, {}, /^Blocked: .*high .*task\.setvariable/m],
    ['prints the reason when the file is damaged', DAMAGED, {}, /Line \d+/],
    ['prints the reason when the key is wrong', CLEAN, { FLOWARDEN_API_KEY: 'fwd_live_wrong' }, /API key/],
  ];
  for (const [ending, content, settings, printed] of now) {
    it(`for a file that is validated at once fails and ${ending}`, async () => {
      const { code, stdout } = await runRecipe(NOW, content, settings);
      assert.notEqual(code, 0);
      assert.match(stdout, printed);
      assert.doesNotMatch(stdout, /##/);
    });
  }

  it('for a file that is validated at once ends with 0 when nothing blocks', async () => {
    const { code, stdout } = await runRecipe(NOW, CLEAN);
    assert.deepEqual([code, stdout], [0, '']);
  });

  it('for a file that is validated at once fails when the network is down', async () => {
    const { code } = await runRecipe(NOW, CLEAN, { FLOWARDEN_URL: NOWHERE });
    assert.notEqual(code, 0);
  });

  it('for a project fails when no file of the archive is a workflow', async () => {
    const { code, stderr } = await runRecipe(`${GATE}\n${PROJECT}`, 'Hello');
    assert.equal(code, 1);
    assert.match(stderr, /^HTTP 400: No file in the archive is a workflow/m);
  });
});

describe('the gate of the recipes', { concurrency: 4 }, () => {
  const ID = '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e51';
  const error = (message: string) => JSON.stringify({ error: { code: 'x', message, docsUrl: null } });
  const cases: readonly (readonly [status: number, headers: Record<string, string>])[] = [
    [409, {}],
    [429, { 'Retry-After': '1' }],
    [500, {}],
    [503, { 'Retry-After': '1' }],
  ];
  for (const [status, headers] of cases) {
    it(`fails with the message of a ${status}`, async () => {
      const url = await answering(status, error('Not now.'), headers);
      const { code, stderr } = await runRecipe(`${GATE}\ngate /x`, CLEAN, { FLOWARDEN_URL: url });
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^HTTP ${status}: Not now\\.$`, 'm'));
    });
  }

  it('fails when a proxy answers with a page of its own', async () => {
    const url = await answering(403, '<html>No</html>');
    const { code, stderr } = await runRecipe(`${GATE}\ngate /x`, CLEAN, { FLOWARDEN_URL: url });
    assert.equal(code, 1);
    assert.match(stderr, /^HTTP 403/m);
  });

  for (const body of ['<html>Sign in</html>', '', '[]', '{}']) {
    it(`fails when a proxy answers 200 with ${JSON.stringify(body)}`, async () => {
      const url = await answering(200, body);
      const gated = await runRecipe(`${GATE}\ngate /x`, CLEAN, { FLOWARDEN_URL: url });
      assert.notEqual(gated.code, 0);
      assert.doesNotMatch(gated.stdout, /Nothing blocks/);
      const { code } = await runRecipe(NOW, CLEAN, { FLOWARDEN_URL: url });
      assert.notEqual(code, 0);
    });
  }

  it('fails for a project that there is not', async () => {
    const { code, stderr } = await runRecipe(`${GATE}\ngate /api/v1/validate/project/${ID}`, CLEAN);
    assert.equal(code, 1);
    assert.match(stderr, /^HTTP 404: /m);
  });

  it('fails when the network is down', async () => {
    const settings = { FLOWARDEN_URL: NOWHERE };
    const { code, stderr } = await runRecipe(`${GATE}\ngate /api/v1/validate/project/${ID}`, CLEAN, settings);
    assert.equal(code, 1);
    assert.match(stderr, /Failed to connect|Couldn't connect/);
  });

  it('polls while the answer is 202, and gives up in the end', async () => {
    const url = await answering(202, '{}');
    // A clock on which twenty minutes pass between two looks.
    const programs = mkdtempSync(join(FOLDER, 'programs-'));
    const clock = `#!/bin/sh\necho x >>clock\necho $(($(wc -l <clock) * 1200))\n`;
    writeFileSync(join(programs, 'date'), clock, { mode: 0o755 });
    const settings = { FLOWARDEN_URL: url, PATH: `${programs}:${process.env.PATH}` };
    const { code, stderr } = await runRecipe(`${GATE}\ngate /x`, CLEAN, settings);
    assert.equal(code, 1);
    assert.match(stderr, /has not ended within an hour/);
  });
});
