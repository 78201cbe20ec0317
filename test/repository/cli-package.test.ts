/** The package of the command, installed from its packed file: it needs Node alone, and a folder that it cannot write. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer, text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { transformSync } from 'esbuild';
import { readZip } from '../../src/analysis/platforms/zip/zip.ts';
import { changeModes } from '../support/files/change-modes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKED_BYTES_MAX = 1_200 * 1024;

function pack(): string {
  const folder = temporaryFolder();
  execFileSync(process.execPath, ['scripts/build-cli.ts'], { cwd: ROOT });
  execFileSync('npm', ['pack', join(ROOT, 'build/cli'), '--pack-destination', folder], { stdio: 'ignore' });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
}

/** Installs the file into an empty folder; npm has neither the network nor a cache. */
function install(packed: string): string {
  const folder = temporaryFolder();
  const npm = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(temporaryFolder(), 'cache'),
  ];
  execFileSync('npm', [...npm, packed], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  return folder;
}

/** Paths, sizes and times of everything in a folder. */
function contentOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => [path, statSync(join(folder, path))] as const)
    .map(([path, { size, mtimeMs }]) => `${path} ${size} ${mtimeMs}`)
    .sort();
}

/** Runs a script on this Node, without any variable of the environment but the given ones. */
function run(script: string, argv: readonly string[], options: object) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
    encoding: 'utf8',
    env: {},
    ...options,
  });
  return { status, stdout, stderr };
}

describe('the package of the command', () => {
  const packed = pack();
  const folder = install(packed);
  const installed = join(folder, 'node_modules/@flowarden/cli');
  const work = temporaryFolder();
  const sample = join(ROOT, 'samples/uipath/Main.xaml');
  writeFileSync(join(work, 'damaged.xaml'), readFileSync(sample).subarray(0, 500));
  changeModes(folder, 0o555);
  after(() => changeModes(folder, 0o755));

  const flowarden = (...argv: readonly string[]) =>
    run(join(folder, 'node_modules/.bin/flowarden'), argv, { cwd: work });

  it('is small and has no dependencies', () => {
    const visible = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    assert.deepEqual(visible, ['@flowarden']);
    assert.deepEqual(readdirSync(join(folder, 'node_modules/@flowarden')), ['cli']);
    assert.ok(statSync(packed).size <= PACKED_BYTES_MAX, `${statSync(packed).size} bytes`);
  });

  it('judges as the checkout does, and writes nothing', () => {
    const before = [contentOf(folder), contentOf(work)];
    const argv = ['validate', join(ROOT, 'samples'), '--format', 'json'];
    const own = flowarden(...argv);
    assert.deepEqual([own.status, own.stderr], [0, '']);
    assert.deepEqual([contentOf(folder), contentOf(work)], before);
    const reference = run(join(ROOT, 'bin/flowarden.mjs'), argv, { cwd: work });
    const verdictOf = (text: string) => {
      const { score, files, projectFindings } = JSON.parse(text);
      assert.ok(files.length > 3, text);
      const judged = files.map(({ path, result }: { path: string; result: { findings: unknown } | null }) => [
        path,
        result?.findings,
      ]);
      return { score, judged, projectFindings };
    };
    assert.deepEqual(verdictOf(own.stdout), verdictOf(reference.stdout));
  });

  it('ends with 1 when a file is blocked, and with 2 when it cannot be read', () => {
    assert.equal(flowarden('validate', sample, '--enforcement-mode', 'blocking').status, 1);
    assert.equal(flowarden('validate', 'missing.xaml').status, 2);
    assert.equal(flowarden('validate', 'damaged.xaml').status, 2);
  });

  it('submits a folder to a service as an archive that can be read', async () => {
    const id = '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42';
    const uploads: Buffer[] = [];
    const project = {
      projectValidationId: id,
      status: 'completed',
      passed: true,
      score: 100,
      enforcementMode: 'warning',
      ruleset: 'default',
      summary: null,
      items: [{ path: 'uipath/Main.xaml', status: 'skipped', error: { code: 'x', message: 'Left out.' } }],
      itemsNextCursor: null,
      blockingFindings: [],
      blockingFindingsCount: 0,
      projectFindings: [],
      reportUrl: null,
    };
    const server = createServer(async (request, response) => {
      if (request.method === 'POST') uploads.push(await buffer(request));
      response.end(JSON.stringify(project));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const argv = ['submit', join(ROOT, 'samples/uipath'), '--server', url, '--org', id, '--summary'];
    const env = { FLOWARDEN_API_KEY: 'fwd_live_key' };
    const script = join(folder, 'node_modules/.bin/flowarden');
    const child = spawn(process.execPath, [script, ...argv], { cwd: work, env });
    const [code, , err] = await Promise.all([
      new Promise((resolve) => child.on('close', resolve)),
      text(child.stdout),
      text(child.stderr),
    ]);
    // The service has left out the only file, and that has not passed.
    assert.equal(code, 2, err);
    assert.match(err, /There is no workflow in/);
    const [upload] = uploads;
    const archive = upload!.subarray(upload!.indexOf('PK\x03\x04'), upload!.lastIndexOf('PK\x05\x06') + 22);
    const { members, read } = readZip(archive);
    assert.deepEqual(
      members.map((member) => String(read(member))),
      [readFileSync(sample, 'utf8')],
    );
  });

  it('serves a coding agent that writes lines of JSON: judges, explains, mends', async () => {
    const robots = join(work, 'robots');
    cpSync(join(ROOT, 'samples/uipath'), robots, { recursive: true });
    const script = join(folder, 'node_modules/.bin/flowarden');
    const server = spawn(process.execPath, [script, 'mcp', '--allow-write'], { cwd: robots, env: {} });
    after(() => server.kill());
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const send = (message: object) =>
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let id = 0;
    const request = async (method: string, params: object) => {
      id += 1;
      send({ id, method, params });
      const answer = JSON.parse(String((await lines.next()).value));
      assert.equal(answer.id, id, JSON.stringify(answer));
      return answer.result;
    };
    const call = async (name: string, input: object) => {
      const { isError, content } = await request('tools/call', { name, arguments: input });
      assert.equal(isError, undefined, content[0].text);
      return content.at(-1).text as string;
    };
    const clientInfo = { name: 'script', version: '1' };
    // A form of the client is what the left out module would check.
    const capabilities = { elicitation: {} };
    await request('initialize', { protocolVersion: '2025-06-18', capabilities, clientInfo });
    send({ method: 'notifications/initialized' });
    const { tools } = await request('tools/list', {});
    assert.deepEqual([tools.length, tools.at(-1).name], [9, 'apply_fixes']);
    for (const { inputSchema } of tools) assert.equal(inputSchema.type, 'object');

    const text = readFileSync(sample, 'utf8');
    const judged = JSON.parse(await call('validate_text', { name: 'Main.xaml', text }));
    assert.ok(judged.findings.length > 3);
    assert.match(await call('explain', { subject: judged.findings[0].catalogRuleId }), /^Why: /m);
    const wrong = await request('tools/call', { name: 'validate', arguments: { paths: 7 } });
    assert.match(JSON.stringify(wrong), /Invalid input: expected array, received number/);

    const proposal = JSON.parse(await call('propose_fixes', { paths: ['.'], unsafe: true }));
    assert.deepEqual([proposal.written, proposal.total > 0], [false, true]);
    assert.equal(readFileSync(join(robots, 'Main.xaml'), 'utf8'), text);
    const applied = JSON.parse(await call('apply_fixes', { paths: ['.'], unsafe: true }));
    assert.deepEqual(applied, { ...proposal, written: true });
    assert.notEqual(readFileSync(join(robots, 'Main.xaml'), 'utf8'), text);
    server.stdin.end();
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });

  it('knows its version and its commands', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    assert.equal(flowarden('version').stdout, `flowarden ${version}\n`);
    assert.match(flowarden('help').stdout, /^ {2}validate +validate files/m);
    assert.match(flowarden('serve').stderr, /There is no command "serve"/);
  });

  it('lets the threads that read files read nothing else', () => {
    const copy = join(temporaryFolder(), 'cli');
    cpSync(installed, copy, { recursive: true });
    changeModes(copy, 0o755);
    const thread = readFileSync(join(ROOT, 'test/support/broken-thread.ts'), 'utf8');
    writeFileSync(join(copy, 'dist/workers/broken.js'), transformSync(thread, { loader: 'ts' }).code);
    writeFileSync(
      join(copy, 'dist/workers/analyse.js'),
      `import attempt from './broken.js';
      export default async (message) => {
        if (message === undefined) return undefined;
        const { report } = await attempt({ ...message, task: { filename: 'escape' } });
        return { ok: false, code: 'malformed_file', message: JSON.stringify(report), details: {} };
      }`,
    );
    const argv = ['validate', sample, '--format', 'json'];
    const env = { DATABASE_URL: 'postgres://127.0.0.1/secret' };
    const { stdout } = run(join(copy, 'bin/flowarden.mjs'), argv, { cwd: ROOT, env });
    const { environment, ...attempts } = JSON.parse(JSON.parse(stdout).files[0].error.message);
    assert.deepEqual(environment, []);
    assert.deepEqual(new Set(Object.values(attempts)), new Set(['ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED']));
  });
});

describe('the launcher of the package', () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'scripts/cli-launcher.mjs'), join(folder, 'bin/flowarden.mjs'));
  mkdirSync(join(folder, 'dist/src/cli'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'dist/src/cli/flowarden.js'), 'console.log("runs");');

  /** Runs it as if by that version of Node, beside a program that says that it runs. */
  function launch(version: string) {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' });
      Object.defineProperty(process, 'version', { value: 'v${version}' });`;
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
    return run('--import', [preload, join(folder, 'bin/flowarden.mjs')], {});
  }

  for (const version of ['22.15.0', '22.23.3', '24.0.0', '26.1.0']) {
    it(`runs on Node ${version}`, () => {
      assert.deepEqual(launch(version), { status: 0, stdout: 'runs\n', stderr: '' });
    });
  }

  for (const version of ['18.20.4', '20.20.2', '22.14.0', '23.11.1']) {
    it(`ends with 2 and says what is needed on Node ${version}`, () => {
      const { status, stdout, stderr } = launch(version);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(
        stderr,
        /^flowarden: Node 22\.15 .* is needed; this is Node v[\d.]+\. Install Node 24 .*\n$/,
      );
      assert.ok(stderr.includes(`v${version}`));
    });
  }
});
