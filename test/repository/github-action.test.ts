/** The GitHub action, built and run as a runner does, against a GitHub of its own. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { commandsIn, HOSTILE_NAMES } from '../support/log-agents.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'), 'utf8');

execFileSync(process.execPath, ['scripts/build-action.ts'], { cwd: ROOT });
/** The file of a release, unpacked where the program of this checkout is not. */
const installed = join(temporaryFolder(), 'flowarden');
mkdirSync(installed);
execFileSync('npm', ['pack', join(ROOT, 'build/action'), '--pack-destination', installed], {
  stdio: 'ignore',
});
const [packed] = readdirSync(installed);
execFileSync('tar', ['-xzf', packed!, '--strip-components=1'], { cwd: installed });
rmSync(join(installed, packed!));
const description = parse(readFileSync(join(installed, 'action.yml'), 'utf8'));
const parent = temporaryFolder();
let number = 0;
let workspace: string;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

/** Answers of the fake GitHub by method and path; everything else is 404. */
let answers: Record<string, readonly [number, unknown]>;
let calls: Call[];

async function answerOf(request: IncomingMessage): Promise<readonly [number, unknown]> {
  const body = await text(request);
  const path = request.url!;
  const { authorization } = request.headers;
  calls.push({ method: request.method!, path, authorization, body: body === '' ? {} : JSON.parse(body) });
  return answers[`${request.method} ${path}`] ?? [404, { message: 'Not Found' }];
}

const server = createServer((request, response) => {
  answerOf(request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)));
});
before(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
after(() => server.close());

beforeEach(() => {
  number += 1;
  workspace = join(parent, String(number));
  mkdirSync(join(workspace, 'temp'), { recursive: true });
  calls = [];
  answers = { 'POST /repos/acme/robots/code-scanning/sarifs': [202, { id: '1' }] };
});

const INPUTS = Object.fromEntries(
  Object.entries(description.inputs as Record<string, { default?: string }>).map(([name, input]) => [
    `INPUT_${name.toUpperCase()}`,
    (input.default ?? '').replace(`\${{ github.token }}`, 'token-of-the-job'),
  ]),
);

/** Runs the action in the workspace. `inputs`: by their names in `action.yml`. */
async function act(inputs: Readonly<Record<string, string>> = {}, event: object = {}) {
  writeFileSync(join(workspace, 'temp/event.json'), JSON.stringify(event));
  const { port } = server.address() as AddressInfo;
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const child = spawn(process.execPath, [join(installed, description.runs.main)], {
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'acme/robots',
      GITHUB_SHA: '9fceb02d0ae598e95dc970b74767f19372d61af8',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_API_URL: `http://127.0.0.1:${port}`,
      GITHUB_EVENT_PATH: join(workspace, 'temp/event.json'),
      GITHUB_OUTPUT: join(workspace, 'temp/output'),
      GITHUB_STEP_SUMMARY: join(workspace, 'temp/summary'),
      RUNNER_TEMP: join(workspace, 'temp'),
      ...INPUTS,
      ...Object.fromEntries(given),
    },
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const read = (name: string): string => readFileSync(join(workspace, 'temp', name), 'utf8');
  return { code, out, err, read };
}

const pullRequest = (head: string) => ({ pull_request: { number: 7, head: { repo: { full_name: head } } } });

describe('the GitHub action', () => {
  it('is one file without dependencies, and calls no other action', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    assert.deepEqual(files.map(({ name }) => name).sort(), [
      'LICENSE',
      'action.yml',
      'index.mjs',
      'package.json',
    ]);
    assert.equal(description.runs.using, 'node24');
    assert.equal(description.runs.steps, undefined);
  });

  it('fails the step, annotates, uploads the SARIF log and writes outputs and the summary', async () => {
    writeFileSync(join(workspace, 'Main.xaml'), MAIN);
    const { code, out, read } = await act();
    assert.equal(code, 1);
    assert.match(out, /^::error file=Main\.xaml,line=16,/m);
    assert.match(read('output'), /^passed=false\nscore=\d+\nsarif-file=.*flowarden\.sarif\n$/);
    assert.match(read('summary'), /^## Flowarden: failed/);
    const [{ method, path, authorization, body }] = calls as [Call];
    assert.deepEqual([calls.length, method, path], [1, 'POST', '/repos/acme/robots/code-scanning/sarifs']);
    assert.equal(authorization, 'Bearer token-of-the-job');
    assert.equal(body.ref, 'refs/heads/main');
    const log = JSON.parse(gunzipSync(Buffer.from(String(body.sarif), 'base64')).toString());
    assert.equal(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri, 'Main.xaml');
    assert.doesNotMatch(out, /token-of-the-job/);
  });

  it('passes a clean repository, and writes nothing that its inputs switch off', async () => {
    cpSync(join(ROOT, 'test/goldens/uipath/ApprovePayments.xaml'), join(workspace, 'Main.xaml'));
    const { code, read } = await act({ sarif: 'false', summary: 'false', 'fail-on': 'critical' });
    assert.equal(code, 0);
    assert.match(read('output'), /^passed=true$/m);
    assert.throws(() => read('summary'));
    assert.equal(calls.length, 0);
  });

  it('takes paths and the threshold of its inputs, else those of flowarden.json', async () => {
    mkdirSync(join(workspace, 'a b'));
    writeFileSync(join(workspace, 'a b/Main.xaml'), MAIN);
    writeFileSync(join(workspace, 'Broken.xaml'), MAIN.slice(0, 1000));
    assert.equal((await act({ sarif: 'false', paths: 'a b\n' })).code, 1);
    writeFileSync(join(workspace, 'flowarden.json'), '{"paths":["a b"],"failOn":"low"}');
    const configured = await act({ sarif: 'false' });
    assert.equal(configured.code, 1, 'the broken file would be an error');
    assert.match(configured.out, /^::error file=a b\/Main\.xaml,.*UIP-MNT-005/m, 'low findings block too');
  });

  it('ends with 2 and an annotation when a file cannot be judged or an input is wrong', async () => {
    writeFileSync(join(workspace, 'Broken.xaml'), MAIN.slice(0, 1000));
    const broken = await act();
    assert.equal(broken.code, 2);
    assert.match(broken.out, /^::error file=Broken\.xaml::/m);
    const wrong = await act({ sarif: 'yes' });
    assert.deepEqual(
      [wrong.code, wrong.out],
      [2, '::error title=Flowarden::The input sarif must be true or false.\n'],
    );
    const since = await act({ since: 'nowhere' });
    assert.equal(since.code, 2);
    assert.match(since.out, /^::error title=Flowarden::/m);
  });

  it('has the same result when code scanning rejects the upload', async () => {
    answers = {
      'POST /repos/acme/robots/code-scanning/sarifs': [403, { message: 'Code Security must be enabled' }],
    };
    writeFileSync(join(workspace, 'Main.xaml'), MAIN);
    const { code, out } = await act();
    assert.equal(code, 1);
    assert.match(
      out,
      /^::notice title=Flowarden::The findings are not in code scanning: GitHub answered 403: Code Security/m,
    );
  });

  it('sends nothing for the pull request of a fork, and says so', async () => {
    writeFileSync(join(workspace, 'Main.xaml'), MAIN);
    const { code, out } = await act({ comment: 'true' }, pullRequest('stranger/robots'));
    assert.equal(code, 1);
    assert.deepEqual(calls, []);
    assert.match(out, /^::notice title=Flowarden::The pull request comes from a fork/m);
  });

  it('updates one comment in a pull request, and leaves those of strangers', async () => {
    writeFileSync(join(workspace, 'Main.xaml'), MAIN);
    const list = 'GET /repos/acme/robots/issues/7/comments?per_page=100&page=1';
    const stranger = { id: 1, user: { login: 'stranger' }, body: '<!-- flowarden -->\nall is well' };
    answers[list] = [200, [stranger]];
    answers['POST /repos/acme/robots/issues/7/comments'] = [201, {}];
    await act({ comment: 'true', sarif: 'false' }, pullRequest('acme/robots'));
    assert.match(String(calls.at(-1)?.body.body), /^<!-- flowarden -->\n## Flowarden: failed/);
    assert.equal(calls.at(-1)?.method, 'POST');
    const own = { id: 2, user: { login: 'github-actions[bot]' }, body: '<!-- flowarden -->\nold' };
    answers[list] = [200, [stranger, own]];
    answers['PATCH /repos/acme/robots/issues/comments/2'] = [200, {}];
    await act({ comment: 'true', sarif: 'false' }, pullRequest('acme/robots'));
    assert.deepEqual(
      [calls.at(-1)?.method, calls.at(-1)?.path],
      ['PATCH', '/repos/acme/robots/issues/comments/2'],
    );
  });

  it('prints no command of a stranger', async () => {
    for (const [index, name] of HOSTILE_NAMES.entries())
      writeFileSync(
        join(workspace, `${index} ${name.replaceAll(/[/\0]/g, '')}.xaml`.slice(0, 100)),
        MAIN.replace('Log in', () => name.replaceAll(/[<>&"\p{Cc}]/gu, '')),
      );
    writeFileSync(join(workspace, '::error title=pwn::x.xaml'), MAIN);
    const { out, err } = await act({ sarif: 'false' });
    const commands = commandsIn(`${out}\n${err}`);
    assert.ok(commands.length > 10);
    for (const { agent, line } of commands) {
      assert.equal(agent, 'GitHub Actions command');
      assert.match(line, /^::(?:error|warning|notice) (?:file=|title=Flowarden::)/);
    }
  });
});
