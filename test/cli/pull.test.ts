/** `flowarden pull` against a replayed tenant: what it lists, fetches, keeps and says. */
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pullConfig } from '../../src/cli/pull/config.ts';
import { listTenant } from '../../src/cli/pull/list-tenant.ts';
import { pulledPaths } from '../../src/cli/pull/pulled-file.ts';
import { REMOTE_LIMITS } from '../../src/remotes/limits.ts';
import type { Remote, RemoteArtefact } from '../../src/remotes/remote.ts';
import { runAnswered, startBuilt } from '../support/cli/answered-command.ts';
import { zip } from '../support/files/zip.ts';
import {
  type Fault,
  json,
  type Replay,
  type ReplayOptions,
  startOrchestrator,
} from '../support/remotes/orchestrator.ts';
import { nupkg, type ReplayTenant, sampleTenant } from '../support/remotes/orchestrator-tenant.ts';

const SAMPLES = join(import.meta.dirname, '../fixtures/uipath');
const SECRET = 'secret-of-the-tests-1';
const APPLICATION = { FLOWARDEN_PULL_CLIENT_ID: 'client-1', FLOWARDEN_PULL_CLIENT_SECRET: SECRET };

const root = realpathSync(mkdtempSync(join(tmpdir(), 'flowarden-pull-')));
after(() => rmSync(root, { recursive: true }));
let folders = 0;
const newFolder = (): string => join(root, `to-${(folders += 1)}`);

async function tenant(shape: ReplayTenant, options: ReplayOptions = {}): Promise<Replay> {
  const replay = await startOrchestrator(shape, { clientSecret: SECRET, ...options });
  after(async () => {
    await replay.close();
    assert.deepEqual(replay.violations, []);
  });
  return replay;
}

async function pull(
  replay: Pick<Replay, 'url'>,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = APPLICATION,
  run = runAnswered,
) {
  const given = ['pull', 'uipath', '--url', replay.url, '--on-premises', '--rate', '20', ...argv];
  const { status, stdout, stderr } = await run({
    argv: given,
    cwd: root,
    env: { PATH: process.env.PATH!, ...env },
  });
  for (const text of [stdout, stderr]) assert.doesNotMatch(text, /secret-of-the-tests|token-of-/);
  return { code: status, out: stdout, err: stderr };
}

const files = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

const ONE: ReplayTenant = {
  folders: [{ id: 1, path: 'Finance', runs: [{ id: 'Robot', version: '1.0.0' }] }],
  packages: [
    {
      id: 'Robot',
      version: '1.0.0',
      bytes: nupkg('Robot', '1.0.0', { 'Main.xaml': readFileSync(join(SAMPLES, 'csharp.xaml')) }),
    },
  ],
};

describe('flowarden pull uipath --to', () => {
  it('fetches what runs, says what it has not seen, and fetches nothing twice', async () => {
    const replay = await tenant(sampleTenant(SAMPLES));
    const folder = newFolder();
    const first = await pull(replay, ['--to', folder]);
    assert.equal(first.code, 2, first.err);
    assert.match(first.out, /^38 of at least 40 packages are in ".*", 38 of them new\.$/m);
    assert.match(first.out, /^ {2}1 compiled: only assemblies/m);
    assert.match(first.out, /^ {2}1 not running: /m);
    assert.match(first.out, /^The folder "Finance\/Prod" cannot be read\. Assign .* Processes\.View\.$/m);
    const written = files(folder);
    assert.equal(written.length, 39);
    const robot = written.find((name) => name === 'tenant/Robot01.nupkg')!;
    assert.deepEqual(readFileSync(join(folder, robot)), replay.tenant.packages[0]!.bytes);
    assert.equal(replay.count('download'), 39);

    const before = written.map((name) => statSync(join(folder, name)).mtimeMs);
    const second = await pull(replay, ['--to', folder, '--allow-incomplete']);
    assert.equal(second.code, 0);
    assert.match(second.out, /^38 of at least 40 packages are in ".*", none of them new\.$/m);
    assert.equal(replay.count('download'), 39);
    assert.deepEqual(
      files(folder).map((name) => statSync(join(folder, name)).mtimeMs),
      before,
    );
    for (const name of written)
      assert.doesNotMatch(readFileSync(join(folder, name), 'latin1'), /secret-of-the/);
  });

  it('writes what flowarden drift compares with a repository', async () => {
    const replay = await tenant(ONE);
    const folder = newFolder();
    await pull(replay, ['--to', folder]);
    const repository = newFolder();
    mkdirSync(join(repository, 'Robot'), { recursive: true });
    const project = { name: 'Robot', main: 'Main.xaml', projectVersion: '0.9.0', schemaVersion: '4.0' };
    const dependencies = { 'UiPath.System.Activities': '[24.10.3]' };
    writeFileSync(join(repository, 'Robot/project.json'), JSON.stringify({ ...project, dependencies }));
    const main = join(repository, 'Robot/Main.xaml');
    const source = readFileSync(join(SAMPLES, 'csharp.xaml'), 'utf8');
    const drift = async (content: string) => {
      writeFileSync(main, content);
      const argv = ['drift', repository, folder];
      return runAnswered({ argv, cwd: root, env: { PATH: process.env.PATH! } });
    };
    const same = await drift(source);
    assert.equal(same.status, 0, same.stdout + same.stderr);
    const changed = await drift(source.replace('DisplayName="', 'DisplayName="Changed '));
    assert.equal(changed.status, 1);
    assert.match(changed.stdout, /Main\.xaml/);
  });

  it('leaves what flowarden validate reads', async () => {
    const replay = await tenant(ONE);
    const folder = newFolder();
    const { code, out } = await pull(replay, ['--to', folder]);
    assert.equal(code, 0);
    assert.match(out, /^1 of 1 packages/);
    const validated = await runAnswered({
      argv: ['validate', folder, '--summary'],
      cwd: root,
      env: { PATH: process.env.PATH! },
    });
    assert.match(validated.stdout, /^1 workflow file, 1 other file left out\. Score \d+/m);
  });

  it('fetches a new version, a file that was changed, and a package that comes back', async () => {
    const replay = await tenant(ONE);
    const folder = newFolder();
    const file = join(folder, 'tenant/Robot.nupkg');
    await pull(replay, ['--to', folder]);
    writeFileSync(file, 'changed');
    await pull(replay, ['--to', folder]);
    assert.deepEqual(readFileSync(file), ONE.packages[0]!.bytes);

    const newer = {
      ...ONE.packages[0]!,
      version: '1.0.1',
      bytes: nupkg('Robot', '1.0.1', { 'A.xaml': '<A />' }),
    };
    const source = { 'Main.xaml': readFileSync(join(SAMPLES, 'flowchart.xaml')) };
    const bytes = nupkg('Robot', '1.0.1', source);
    replay.tenant = {
      folders: [{ id: 1, path: 'Finance', runs: [{ id: 'Robot', version: '1.0.1' }] }],
      packages: [{ ...newer, bytes }],
    };
    await pull(replay, ['--to', folder]);
    assert.deepEqual(readFileSync(file), bytes);

    const known = replay.tenant;
    replay.tenant = { folders: [{ id: 1, path: 'Finance', runs: [] }], packages: [] };
    const without = await pull(replay, ['--to', folder]);
    assert.match(without.out, /^ {2}Files of earlier pulls stay, .* tenant\/Robot\.nupkg\.$/m);
    assert.deepEqual(readFileSync(file), bytes);
    const downloads = replay.count('download');
    replay.tenant = known;
    await pull(replay, ['--to', folder]);
    assert.equal(replay.count('download'), downloads);
  });

  it('says which files are of earlier pulls', async () => {
    const replay = await tenant(ONE);
    const folder = newFolder();
    await pull(replay, ['--to', folder]);
    const stays = /^ {2}Files of earlier pulls stay, .*: tenant\/Robot\.nupkg\.$/m;
    // A newer version runs, whose download fails; then none runs; then it is not listed.
    replay.tenant = {
      ...ONE,
      folders: [{ id: 1, path: 'Finance', runs: [{ id: 'Robot', version: '1.0.1' }] }],
    };
    const failed = await pull(replay, ['--to', folder]);
    assert.equal(failed.code, 2);
    assert.match(failed.out, /^0 of 1 packages/);
    assert.match(failed.out, stays);
    replay.tenant = {
      ...replay.tenant,
      packages: [{ id: 'Robot', version: '1.0.1', bytes: Buffer.from('<html>') }],
    };
    const damaged = await pull(replay, ['--to', folder]);
    assert.match(damaged.out, /^ {2}1 unreadable/m);
    assert.match(damaged.out, stays);
    const folders = [{ id: 1, path: 'Finance', runs: [] }];
    replay.tenant = { ...ONE, folders };
    assert.match((await pull(replay, ['--to', folder])).out, stays);
    replay.tenant = { packages: [], folders };
    assert.match((await pull(replay, ['--to', folder])).out, stays);
    replay.tenant = ONE;
    assert.doesNotMatch((await pull(replay, ['--to', folder])).out, /earlier pulls/);
  });

  it('follows no link in the folder', async () => {
    const replay = await tenant(ONE);
    const [folder, other, outside] = [newFolder(), newFolder(), newFolder()];
    const victim = join(root, 'victim');
    writeFileSync(victim, 'precious');
    mkdirSync(join(folder, 'tenant'), { recursive: true });
    symlinkSync(victim, join(folder, 'tenant/Robot.nupkg.part'));
    symlinkSync(victim, join(folder, 'tenant/Robot.nupkg'));
    assert.equal((await pull(replay, ['--to', folder])).code, 0);
    assert.equal(readFileSync(victim, 'utf8'), 'precious');
    assert.deepEqual(readFileSync(join(folder, 'tenant/Robot.nupkg')), ONE.packages[0]!.bytes);

    for (const made of [other, outside]) mkdirSync(made);
    symlinkSync(outside, join(other, 'tenant'));
    const { code, err } = await pull(replay, ['--to', other]);
    assert.equal(code, 2);
    assert.match(err, /tenant" is a link\. Remove it/);
    assert.deepEqual(files(outside), []);
  });

  it('says what is in the way in the folder', async () => {
    const replay = await tenant(ONE);
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'tenant'), '');
    const { code, err } = await pull(replay, ['--to', folder]);
    assert.equal(code, 2);
    assert.match(err, /tenant cannot be used: it is a file, .* choose another folder\.$/m);
  });

  it('fills a folder from one tenant of an Orchestrator', async () => {
    const { url, tokenUrl } = await tenant(ONE);
    const standalone = { url: new URL(url).origin };
    const folder = newFolder();
    const pullTenant = (name: string) =>
      pull(standalone, ['--token-url', tokenUrl, '--to', folder, '--tenant', name]);
    assert.equal((await pullTenant('One')).code, 0);
    const { code, err } = await pullTenant('Two');
    assert.equal(code, 2);
    assert.match(err, /holds what was pulled from the tenant "One" of http/);
    assert.equal((await pullTenant('One')).code, 0);
  });

  it('goes on after an interruption, and ends when the platform is lost', async () => {
    const fault: Fault = {
      operation: 'download',
      after: 10,
      times: 400,
      answer: (response) => json(response, 400, { message: 'maintenance' }),
    };
    const replay = await tenant(sampleTenant(SAMPLES), { faults: [fault] });
    const folder = newFolder();
    const first = await pull(replay, ['--to', folder]);
    assert.equal(first.code, 2);
    assert.match(first.out, /answered 400: "maintenance"\.$/m);
    assert.match(first.out, /^3 downloads in a row failed: the others were not tried\.$/m);
    assert.ok(replay.count('download') < 20);
    const healed = await tenant(replay.tenant);
    // The same tenant answers at another port: a folder holds one tenant alone.
    const other = await pull(healed, ['--to', folder]);
    assert.equal(other.code, 2);
    assert.match(other.err, /holds what was pulled from http.*Choose another folder/);
  });

  it('saves what came before the credential was rejected, and no part of a file', async () => {
    const revoke: Fault = {
      operation: 'download',
      after: 6,
      answer(response) {
        replay.endTokens();
        json(response, 401, { message: 'You are not authenticated!' });
      },
    };
    const options = { personalTokens: ['rt_person'], faults: [revoke] };
    const replay = await tenant(sampleTenant(SAMPLES), options);
    const folder = newFolder();
    const first = await pull(replay, ['--to', folder], { FLOWARDEN_PULL_TOKEN: 'rt_person' });
    assert.equal(first.code, 2);
    assert.match(first.err, /rejected the personal access token/);
    const [record, ...packages] = files(folder);
    assert.equal(record, 'flowarden-pull.json');
    assert.ok(packages.length > 0);
    assert.deepEqual(
      packages.filter((name) => !name.endsWith('.nupkg')),
      [],
    );
    const before = replay.count('download');
    assert.match((await pull(replay, ['--to', folder])).out, /^38 of at least 40/m);
    assert.equal(replay.count('download') - before, 39 - packages.length);
  });

  it('stores nothing of packages that are damaged, no packages, bombs or of other kinds', async () => {
    const packages = {
      Cut: ONE.packages[0]!.bytes.subarray(0, 200),
      Page: Buffer.from('<html>'),
      // A member that unpacks to far more than it has.
      Bomb: zip([{ name: 'content/Main.xaml', content: Buffer.alloc(20_000_000) }]),
      Other: nupkg('Other', '1.0.0', {}),
    };
    const ids = Object.keys(packages) as (keyof typeof packages)[];
    const replay = await tenant({
      folders: [{ id: 1, path: 'Finance', runs: ids.map((id) => ({ id, version: '1.0.0' })) }],
      packages: ids.map((id) => ({ id, version: '1.0.0', bytes: packages[id] })),
    });
    const folder = newFolder();
    const { code, out } = await pull(replay, ['--to', folder]);
    assert.equal(code, 2);
    assert.match(out, /^0 of 4 packages/);
    assert.match(out, /^ {2}3 unreadable/m);
    assert.match(out, /^ {2}1 compiled/m);
    assert.deepEqual(files(folder), ['flowarden-pull.json']);
  });
});

describe('flowarden pull uipath --list', () => {
  it('fetches nothing, and warns of rights that a pull does not need', async () => {
    const scopes = ['OR.Folders.Read', 'OR.Execution.Read', 'OR.Jobs'];
    const replay = await tenant(sampleTenant(SAMPLES), { scopes });
    const { code, out } = await pull(replay, ['--list']);
    assert.equal(code, 2);
    assert.match(out, /^tenant\/Robot21 1\.0\.0 {2}Finance, Sales$/m);
    assert.match(
      out,
      /^39 of at least 40 packages run in a folder that can be read\. Nothing was fetched\.$/m,
    );
    assert.match(out, /^Warning: .*Take these scopes away from it: OR\.Jobs\.$/m);
    assert.equal(replay.count('download'), 0);
  });

  it('writes JSON', async () => {
    const replay = await tenant(ONE);
    const { code, out } = await pull(replay, ['--list', '--format', 'json']);
    assert.equal(code, 0);
    const { coverage, packages } = JSON.parse(out);
    assert.deepEqual(coverage, { known: 1, isAtLeast: false, read: 1, reasons: {}, isComplete: true });
    assert.equal(packages[0].key, 'tenant/Robot');
  });

  it('shows names of a platform without their control characters', async () => {
    const id = 'Robot\u001b[2J';
    const replay = await tenant({
      folders: [{ id: 1, path: '::error::Finance', runs: [{ id, version: '1.0.0' }] }],
      packages: [],
    });
    const { out } = await pull(replay, ['--list']);
    assert.ok(!out.includes('\u001b'));
    assert.doesNotMatch(out, /^::error/m);
  });
});

describe('the listing of a tenant', () => {
  const row = { name: 'Robot', version: '1.0.0', runsIn: 'Finance', place: {} };
  const endless = (artefacts: number): Remote =>
    ({
      parts: async () =>
        Array.from({ length: 1_000 }, (_, at) => ({
          key: `${at}`,
          path: `${at}`,
          kind: 'folder',
          problem: undefined,
        })),
      list: async () => ({
        rows: Array.from({ length: 40_000 }, (_, at) => ({ ...row, row: `${at}` })),
        ...{ unreadableCount: 0, next: undefined, count: undefined },
      }),
      select: () => Array.from({ length: artefacts }),
    }) as unknown as Remote;

  it('ends at its limits', async () => {
    const { signal } = new AbortController();
    await assert.rejects(
      listTenant(endless(1), 'packages', signal),
      /^RemoteError: .* more than 500,000 rows\.$/,
    );
    const short = { ...endless(REMOTE_LIMITS.artefactsMax + 1), parts: async () => [] };
    await assert.rejects(listTenant(short, 'packages', signal), /more than 50,000 packages\.$/);
  });
});

describe('the credential of flowarden pull', () => {
  it('comes from a file', async () => {
    const replay = await tenant(ONE, { personalTokens: ['rt_person'] });
    const file = join(root, 'secret.txt');
    writeFileSync(file, `${SECRET}\n`);
    const { FLOWARDEN_PULL_CLIENT_ID } = APPLICATION;
    assert.equal(
      (await pull(replay, ['--list', '--secret-file', file], { FLOWARDEN_PULL_CLIENT_ID })).code,
      0,
    );
    writeFileSync(file, '\ufeffrt_person\r\n', 'utf16le');
    const person = await pull(replay, ['--list', '--secret-file', file], {});
    assert.equal(person.code, 0);
    assert.match(person.out, /rights of a person/);
  });

  it('does not reach the settings of the proxy', () => {
    const proxy = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://proxy.example:3128' };
    assert.equal(pullConfig({ ...APPLICATION, NODE_USE_ENV_PROXY: '1' }).proxyEnv, null);
    assert.equal(pullConfig({ ...proxy, NODE_USE_ENV_PROXY: undefined }).proxyEnv, null);
    const { proxyEnv } = pullConfig({ ...APPLICATION, ...proxy });
    assert.equal(proxyEnv?.HTTPS_PROXY, proxy.HTTPS_PROXY);
    assert.doesNotMatch(JSON.stringify(proxyEnv), /secret-of-the-tests/);
  });

  it('is rejected with what to do', async () => {
    const replay = await tenant(ONE);
    const wrong = { ...APPLICATION, FLOWARDEN_PULL_CLIENT_SECRET: 'other' };
    const { code, err } = await pull(replay, ['--list'], wrong);
    assert.equal(code, 2);
    assert.match(err, /rejected the client id or secret/);
    assert.match((await pull(replay, ['--list'], {})).err, /FLOWARDEN_PULL_CLIENT_ID.*docs\/sources\.md/);
  });
});

describe('the arguments of flowarden pull', () => {
  const rejected = async (argv: readonly string[], problem: RegExp) => {
    const { status, stderr } = await runAnswered({ argv: ['pull', ...argv], cwd: root, env: APPLICATION });
    assert.equal(status, 2);
    assert.match(stderr, problem);
  };

  it('name what is missing or wrong', async () => {
    await rejected([], /Name the platform.*\n.*--list, --to DIR or --server URL.*\n.*--url URL/);
    await rejected(['blueprism', '--url', 'https://x.example', '--list'], /"blueprism" is unknown/);
    await rejected(['uipath', '--url', 'https://x.example', '--list'], /x\.example is not a host of UiPath/);
    const own = ['uipath', '--url', 'https://x.example', '--on-premises', '--list'];
    await rejected([...own, '--tenant', '東京'], /--tenant holds characters/);
    await rejected(['uipath', '--url', 'https://cloud.uipath.com/a/b', '--list', '--to', 'x'], /one of them/);
    const known = ['uipath', '--url', 'https://cloud.uipath.com/a/b'];
    await rejected([...known, '--server', 'https://x.example'], /--source ID/);
    await rejected([...known, '--list', '--source', 'x'], /go with --server/);
    await rejected(
      ['uipath', '--url', 'https://cloud.uipath.com/a/b', '--list', '--rate', '21'],
      /at most 20/,
    );
    await rejected(
      ['uipath', '--url', 'https://cloud.uipath.com/a/b', '--list', '--client-secret=x'],
      /no option/,
    );
  });

  it('help without a credential', async () => {
    const { status, stdout } = await startBuilt({
      argv: ['pull', '--help'],
      cwd: root,
      env: { PATH: process.env.PATH },
    });
    assert.equal(status, 0);
    assert.match(stdout, /It only reads\./);
  });

  it('say that nothing listens at an address', async () => {
    const { code, err } = await pull({ url: 'http://127.0.0.1:1/acme/prod/orchestrator_' }, ['--list']);
    assert.equal(code, 2);
    assert.match(err, /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\. Check the address/);
  });
});

describe('the file of a package', () => {
  const pathOf = (...names: readonly string[]) => [
    ...pulledPaths(
      names.map((name) => ({ key: `tenant/${name}`, group: 'tenant', name }) as RemoteArtefact),
      '.nupkg',
    ).values(),
  ];

  for (const name of [
    '../../etc/passwd',
    '..',
    '.',
    'a/b',
    'a\\b',
    'CON',
    'nul.txt',
    'a:b',
    ' ',
    'x'.repeat(300),
    '東'.repeat(90),
    'com¹',
    'con .x',
    'a\u0000b',
  ])
    it(`stays in its folder and is possible on every system: ${JSON.stringify(name.slice(0, 20))}`, () => {
      const [path = ''] = pathOf(name);
      assert.match(path, /^tenant\/[\p{L}\p{N}._ -]{1,120}\.nupkg$/u);
      assert.doesNotMatch(path, /\/(?:\.|con ?\.|nul\.|com¹\.)/i);
      // File systems take 255 bytes, and a download ends with .part.
      assert.ok(Buffer.byteLength(path.replace('tenant/', '')) <= 250);
    });

  it('is the name of the package where that is possible', () => {
    assert.deepEqual(pathOf('Robot', 'Finance.Robot-2', 'Größe'), [
      'tenant/Robot.nupkg',
      'tenant/Finance.Robot-2.nupkg',
      'tenant/Größe.nupkg',
    ]);
  });

  it('is another for each package, also where names differ in case alone', () => {
    const paths = pathOf('Robot', 'robot', 'ROBOT', 'a/b', 'a\\b', 'a:b');
    assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, paths.length);
    const [, second = ''] = pathOf('ROBOT', 'Robot');
    const taken = pathOf('ROBOT', second.slice('tenant/'.length, -'.nupkg'.length), 'Robot');
    assert.equal(new Set(taken).size, 3);
  });
});
