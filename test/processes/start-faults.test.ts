/** Commands that cannot start, or whose reader is gone: one sentence and an exit code, never a stack trace. */
import assert from 'node:assert/strict';
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import postgres from 'postgres';
import { readMigrations } from '../../src/infra/database/migrations.ts';
import { writePrivateFile } from '../../src/infra/embedded-postgres/data-folder.ts';
import { fileFault } from '../../src/infra/process/file-fault.ts';
import { ownPostgres } from '../support/database/database.ts';
import { template } from '../support/database/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT_FOLDER = temporaryFolder();
let folders = 0;
/** A path in a folder that is there; nothing stands at the path. */
const freshPath = (name: string): string => {
  folders += 1;
  return join(mkdirSync(join(ROOT_FOLDER, `${folders}`), { recursive: true })!, name);
};

const LAUNCHER = join(import.meta.dirname, '../../bin/flowarden.mjs');

function start(argv: readonly string[], env: Record<string, string>, options: SpawnOptions = {}) {
  const ports = { FLOWARDEN_HTTP_PORT: '0', FLOWARDEN_GRPC_PORT: '0' };
  return spawn(process.execPath, [LAUNCHER, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
    ...options,
    env: { PATH: process.env.PATH, ...ports, ...env },
  });
}

async function failure(argv: readonly string[], env: Record<string, string>, options?: SpawnOptions) {
  const child = start(argv, env, options);
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr!)]);
  return { code: code as number | null, stderr };
}

/** Makes what a program looks at first in a database that a much newer one has contracted. */
async function makeContracted(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`create table schema_migrations (version integer, name text, needs_migration integer)`;
  await sql`insert into schema_migrations values (1, ${readMigrations()[0]!.name}, 0), (9999, 'contracts', 9998)`;
  await sql`grant select on schema_migrations to public`;
  await sql.end();
}

const { url, owner } = await ownPostgres();
await owner`create role weak login password 'weak'`;
await owner`create database empty`;
await owner`create database contracted`;
const at = (change: (address: URL) => void) => {
  const address = new URL(url);
  change(address);
  return address.href;
};
const contracted = at((address) => (address.pathname = '/contracted'));
await makeContracted(contracted);
const weak = (database: string) =>
  at((address) => Object.assign(address, { username: 'weak', password: 'weak', pathname: `/${database}` }));
const NOT_ALLOWED =
  /^flowarden: The account of DATABASE_URL may not do this: permission denied (?:for|to) .*docs\/deployment/;

describe('flowarden serve says in one sentence', () => {
  for (const [title, prepare, expected] of [
    [
      'that the data folder is a file',
      (folder: string) => writeFileSync(folder, ''),
      /^flowarden: The data folder \S+ cannot be used: it is a file, and a folder is needed there\. .*FLOWARDEN_DATA_DIR/,
    ],
    [
      'that a file named postgres stands in the data folder',
      (folder: string) => {
        mkdirSync(folder);
        writeFileSync(join(folder, 'postgres'), '');
      },
      /^flowarden: \S+\/postgres cannot be used: it is a file, and a folder is needed there\. .*FLOWARDEN_DATA_DIR/,
    ],
    [
      'that a folder stands where a secret belongs',
      (folder: string) => mkdirSync(join(folder, 'key-pepper'), { recursive: true }),
      /^flowarden: \S+key-pepper cannot be used: it is a folder, and a file is needed there\./,
    ],
  ] as const) {
    it(title, async () => {
      const folder = freshPath('data');
      prepare(folder);
      const { code, stderr } = await failure(['serve'], { FLOWARDEN_DATA_DIR: folder });
      assert.equal(code, 1, stderr);
      assert.match(stderr, expected);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    });
  }

  it('that the data folder belongs to another user', { skip: process.platform === 'win32' }, async () => {
    // The root folder is another user's for all but root, which takes the rights of an account without any.
    const options = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { code, stderr } = await failure(['serve'], { FLOWARDEN_DATA_DIR: '/' }, options);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^flowarden: The data folder \/ cannot be used: .*\(uid \d+; it belongs to uid 0\)/);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  });

  it('that the password of its Postgres is another one', async () => {
    const folder = freshPath('data');
    execFileSync('cp', ['-a', await template(), folder]);
    writeFileSync(join(folder, 'postgres-password'), 'a'.repeat(64));
    const { code, stderr } = await failure(['serve'], { FLOWARDEN_DATA_DIR: folder });
    assert.equal(code, 1, stderr);
    assert.match(
      stderr,
      /^flowarden: The embedded Postgres rejects the password in the file postgres-password/m,
    );
  });

  it('that this machine does not have the address of FLOWARDEN_HOST', async () => {
    const { code, stderr } = await failure(['serve'], {
      FLOWARDEN_HOST: '203.0.113.7',
      FLOWARDEN_DATA_DIR: freshPath('data'),
    });
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^flowarden: No network interface .* 203\.0\.113\.7\. Set FLOWARDEN_HOST/m);
  });
});

describe('a command says in one sentence', () => {
  for (const [title, command, databaseUrl, code, expected] of [
    ['that the account may not migrate', 'migrate', weak('empty'), 1, NOT_ALLOWED],
    ['that the account may not read', 'keys list', weak('postgres'), 1, NOT_ALLOWED],
    [
      'that the database was never migrated',
      'keys list',
      at((address) => (address.pathname = '/empty')),
      1,
      /^flowarden: The database is not up to date\. Run `flowarden migrate` first\./,
    ],
    ...['serve', 'migrate', 'jobs', 'deliveries', 'keys list'].map(
      (command) =>
        [
          `that the program is too old for the schema: ${command}`,
          command,
          contracted,
          1,
          /^flowarden: The database is newer than this program: its migration 9999 needs a program that knows migration 9998, .* Install a newer version\./m,
        ] as const,
    ),
    [
      'that the password is another one',
      'migrate',
      at((address) => (address.password = 'wrong')),
      1,
      /^flowarden: The database cannot be used: password authentication failed .* Check DATABASE_URL\./,
    ],
    [
      'that there is no such database',
      'serve',
      at((address) => (address.pathname = '/none')),
      1,
      /^flowarden: The database cannot be used: database "none" does not exist\. Check DATABASE_URL\./m,
    ],
    [
      'that a percent sign in an address begins no code',
      'migrate',
      'postgres://u:p%zz@127.0.0.1/x',
      2,
      /^flowarden: A setting is not valid:\n {2}DATABASE_URL is postgres:\/\/\*\*\*@127\.0\.0\.1\/x; .*%25/,
    ],
  ] as const) {
    it(title, async () => {
      const secret = 's'.repeat(32);
      const { code: exitCode, stderr } = await failure(command.split(' '), {
        DATABASE_URL: databaseUrl,
        FLOWARDEN_SECRETS_KEY: secret,
        FLOWARDEN_WEBHOOK_KEY: secret,
        FLOWARDEN_DATA_DIR: freshPath('data'),
      });
      assert.equal(exitCode, code, stderr);
      assert.match(stderr, expected);
      assert.doesNotMatch(stderr, /\n {4}at |wrong/);
    });
  }
});

describe('a fault of a file', () => {
  it('names the file that cannot be read, and the user', { skip: process.platform === 'win32' }, () => {
    const error = Object.assign(new Error('x'), { code: 'EACCES', path: freshPath('gone/a') });
    assert.match(
      fileFault(error)!,
      /gone\/a cannot be used: the user of this process may not use it \(uid \d+\)$/,
    );
  });

  it('names the file that a full disk has no room for', { skip: !existsSync('/dev/full') }, () => {
    const path = freshPath('secret');
    symlinkSync('/dev/full', `${path}.${process.pid}.new`);
    assert.throws(
      () => writePrivateFile(path, 'x'),
      (error) => /secret\.\d+\.new cannot be used: its disk is full$/.test(fileFault(error) ?? ''),
    );
  });

  it('is nothing else: a missing file and other errors have their stack', () => {
    for (const error of [
      Object.assign(new Error('x'), { code: 'ENOENT', path: '/a' }),
      new Error('y'),
      'z',
    ]) {
      assert.equal(fileFault(error), null);
    }
  });
});

describe('a command whose reader is gone', () => {
  const samples = join(import.meta.dirname, '../../samples');
  for (const [command, code] of [
    ['help', 0],
    ['version', 0],
    ['keys --help', 0],
    [`validate ${samples} --format json`, 0],
    [`validate ${samples} --enforcement-mode blocking`, 1],
    ['validate /no/such/file', 2],
    ['keys list', 2],
    ['migrate', 2],
    ['nonsense', 2],
  ] as const) {
    it(`writes no stack and ends with the exit code of its outcome: ${command.replace(samples, 'samples')}`, async () => {
      const child = start(command.split(' '), { FLOWARDEN_DATA_DIR: freshPath('none') });
      child.stdout!.destroy();
      const [[exitCode], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr!)]);
      assert.equal(exitCode, code, stderr);
      assert.doesNotMatch(stderr, /\n {4}at |EPIPE/);
    });
  }
});
