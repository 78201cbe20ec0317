/** A PgBouncer in front of a database, where one is installed. */
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import postgres from 'postgres';
import { keepsStatements } from '../../../bench/hosts/service/pgbouncer.ts';
import { commandAs, postgresAccount } from '../../../src/infra/embedded-postgres/account.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import { until } from '../processes.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PROGRAM = ['/usr/local/bin/pgbouncer', '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) =>
  existsSync(path),
);

/** Start-up parameters of the program for Postgres itself; see docs/deployment.md. */
const IGNORED =
  'tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count, client_connection_check_interval';

/** Why a test behind PgBouncer cannot run on this machine; false when it can. */
export const NO_PGBOUNCER = PROGRAM === undefined && 'PgBouncer is not installed';

/** Why statements cannot stay prepared behind the PgBouncer of this machine; false when they can. */
export const NO_PREPARING_PGBOUNCER =
  NO_PGBOUNCER ||
  (!keepsStatements(PROGRAM!) && 'PgBouncer is older than 1.21: it keeps no prepared statements');

/** Starts one that logs in with the account of this address. Returns the address that leads through it. */
export async function startPgbouncer(databaseUrl: string, mode: 'transaction' | 'session'): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const account = postgresAccount(null);
  const folder = join(temporaryFolder(), 'pgbouncer');
  const file = join(folder, 'pgbouncer.ini');
  const listenPort = await freePort('127.0.0.1', 0, '');
  const login = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  const settings = [
    '[databases]',
    `${pathname.slice(1)} = host=${hostname} port=${port} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    // From 1.22 on it tries TLS first, which proxies of tests do not speak.
    'server_tls_sslmode = disable',
    `pool_mode = ${mode}`,
    'default_pool_size = 5',
    ...(NO_PREPARING_PGBOUNCER ? [] : ['max_prepared_statements = 100']),
    ...(mode === 'session' ? [`ignore_startup_parameters = ${IGNORED}`] : []),
  ];
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(file, settings.join('\n'), { mode: 0o600 });
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
  const { program, argv, options } = commandAs(account, 'KILL', PROGRAM!, [file]);
  const bouncer = spawn(program, argv, { ...options, cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => bouncer.once('exit', resolve));
  after(async () => {
    // From 1.23 on, SIGTERM waits for clients.
    bouncer.kill('SIGKILL');
    await ended;
  });
  const url = `postgres://anybody@127.0.0.1:${listenPort}${pathname}`;
  await until('PgBouncer answers', async () => {
    const sql = postgres(url, { max: 1, fetch_types: false, prepare: false });
    try {
      await sql`select 1`;
      return true;
    } catch {
      return false;
    } finally {
      await sql.end({ timeout: 0 });
    }
  });
  return url;
}
