/** The installations of Postgres on this machine, beside the embedded one: other versions, with pg_dump and psql. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import postgres from 'postgres';
import { commandAs, postgresAccount } from '../../../src/infra/embedded-postgres/account.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import { until } from '../processes.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Where Debian and its like install them, a folder for each major version. */
const INSTALLATIONS = '/usr/lib/postgresql';
const OLDEST_VERSION = 14;

export interface SystemPostgres {
  readonly version: number;
  /** Folder of its programs. */
  readonly bin: string;
}

/** A running server of one of these installations. */
export interface SystemServer {
  readonly port: number;
  /** Address for the superuser of a database on it. */
  url(database: string): string;
  /** Runs one of its programs against it, and returns what it prints. */
  run(program: string, argv: readonly string[], environment?: Readonly<Record<string, string>>): string;
}

/** Lists the installations that the program supports. */
export function installedPostgres(): readonly SystemPostgres[] {
  if (!existsSync(INSTALLATIONS)) return [];
  return readdirSync(INSTALLATIONS)
    .map((name) => ({ version: Number(name), bin: join(INSTALLATIONS, name, 'bin') }))
    .filter(({ version, bin }) => version >= OLDEST_VERSION && existsSync(join(bin, 'initdb')));
}

/** Starts a server whose local connections need no password. It ends after the file's last test. */
export async function startSystemPostgres({ bin }: SystemPostgres): Promise<SystemServer> {
  const account = postgresAccount(null);
  const folder = join(temporaryFolder(), 'cluster');
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  const command = (name: string, argv: readonly string[]) => commandAs(account, 'INT', join(bin, name), argv);
  const initdb = command('initdb', [
    `--pgdata=${folder}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  execFileSync(initdb.program, initdb.argv, { ...initdb.options, cwd: folder, stdio: 'pipe' });
  const port = await freePort('127.0.0.1', 0, '');
  const { program, argv, options } = command('postgres', [
    '-D',
    folder,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    'fsync=off',
  ]);
  const server = spawn(program, argv, { ...options, cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  after(async () => {
    server.kill('SIGINT');
    await ended;
  });
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await until('the server answers', async () => {
    const sql = postgres(url('postgres'), { max: 1, fetch_types: false });
    try {
      await sql`select 1`;
      return true;
    } catch {
      return false;
    } finally {
      await sql.end({ timeout: 0 });
    }
  });
  return {
    port,
    url,
    run: (name, words, environment = {}) =>
      execFileSync(join(bin, name), words, {
        env: {
          PATH: `${bin}:${process.env.PATH}`,
          PGHOST: '127.0.0.1',
          PGPORT: String(port),
          ...environment,
        },
        encoding: 'utf8',
        stdio: 'pipe',
      }),
  };
}
