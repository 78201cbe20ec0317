/** Pooler: six cores whose connections PgBouncer shares out, against the same cores with connections of their own. */
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresAccount } from '../../../src/infra/embedded-postgres/account.ts';
import { spread } from '../../measure.ts';
import { findProgram } from '../../processes.ts';
import { percentile } from '../../soak/samples.ts';
import { fact, measure, round } from '../check.ts';
import type { Row } from '../row.ts';
import type { Installation, RoleOnHost } from '../service/installation.ts';
import { keepsStatements } from '../service/pgbouncer.ts';
import { describe, failures, startCallers, type Tally } from '../traffic/callers.ts';
import { uploadsOf } from '../traffic/requests.ts';
import { until } from '../traffic/until.ts';

const SIZES = {
  full: { cores: 6, rounds: 5, calls: 600 },
  quick: { cores: 2, rounds: 2, calls: 100 },
} as const;
/** Path on Debian, which is not in everyone's PATH. */
const SYSTEM_PROGRAM = '/usr/sbin/pgbouncer';
const PORT = 6432;
/** Server connections of the pooler. */
const POOL = 10;
const SLOWER_MAX = 1.3;
const IN_FLIGHT = 12;

/** Starts PgBouncer on a host of its own; returns the address of the database that leads through it. */
async function startPooler(
  installation: Installation,
  { program, keeps }: { readonly program: string; readonly keeps: boolean },
  folder: string,
): Promise<string> {
  const { username, password, pathname, host } = new URL(installation.databaseUrl);
  const [hostname, port] = host.split(':');
  const own = join(folder, 'pooler');
  mkdirSync(own, { mode: 0o700 });
  const file = join(own, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
      '[pgbouncer]',
      'listen_addr = *',
      `listen_port = ${PORT}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${POOL}`,
      ...(keeps ? ['max_prepared_statements = 500'] : []),
    ].join('\n'),
    { mode: 0o600 },
  );
  const account = postgresAccount(null);
  if (account) for (const path of [own, file]) chownSync(path, account.uid, account.gid);
  const pooler = await installation.startProgram('pooler', [
    join(import.meta.dirname, '../service/program-as-account.ts'),
    program,
    file,
  ]);
  return `postgres://anybody@${pooler.host.address}:${PORT}${pathname}`;
}

async function startCores(
  installation: Installation,
  prefix: string,
  count: number,
  settings: Record<string, string>,
) {
  const cores: RoleOnHost[] = [];
  for (let index = 1; index <= count; index += 1)
    cores.push(await installation.start('core', `${prefix}${index}`, settings));
  return installation.start('gateway', `${prefix}-gw`, {
    FLOWARDEN_CORE_ADDRESS: cores.map(({ grpcAddress }) => grpcAddress).join(),
  });
}

export const pooler: Row = async function* ({ installation, size, folder }) {
  const program = findProgram('pgbouncer') ?? (existsSync(SYSTEM_PROGRAM) ? SYSTEM_PROGRAM : null);
  if (program === null) {
    yield { name: 'six cores through PgBouncer', skipped: 'PgBouncer is not installed (package pgbouncer)' };
    return;
  }
  const { cores, rounds, calls } = SIZES[size];
  await installation.command(['migrate']);
  const keeps = keepsStatements(program);
  const pooledUrl = await startPooler(installation, { program, keeps }, folder);
  const pooled = await startCores(installation, 'pooled', cores, {
    DATABASE_URL: pooledUrl,
    FLOWARDEN_DATABASE_POOLER: keeps ? 'prepared' : 'true',
  });
  const direct = await startCores(installation, 'direct', cores, {});
  const organisations = await installation.addCallers(8);
  const { validate } = uploadsOf(4_000);
  const turn = async (gateway: RoleOnHost): Promise<Tally> => {
    const callers = startCallers(IN_FLIGHT, (_, number) =>
      validate(gateway.url, organisations[number % organisations.length]!, randomUUID()),
    );
    await until(() => callers.tally.okMs.length >= calls || failures(callers.tally) > calls, 60_000, 20);
    return callers.stop();
  };
  const tallies = { pooled: [] as Tally[], direct: [] as Tally[] };
  for (let number = 0; number <= rounds; number += 1) {
    const both = { pooled: await turn(pooled), direct: await turn(direct) };
    if (number === 0) continue;
    tallies.pooled.push(both.pooled);
    tallies.direct.push(both.direct);
  }
  const failed = [...tallies.pooled, ...tallies.direct].filter((tally) => failures(tally) > 0);
  yield fact(
    `no call fails, through ${POOL} connections or ${cores * 10}`,
    failed.length === 0,
    failed[0] ? describe(failed[0]) : `${2 * rounds * calls} calls`,
  );
  const p95 = (tally: Tally) => percentile(tally.okMs, 0.95);
  const ratio = spread(tallies.pooled.map((tally, index) => p95(tally) / p95(tallies.direct[index]!)));
  yield measure(
    `p95 through the pooler is ≤ ${SLOWER_MAX} times that without`,
    ratio.median <= SLOWER_MAX,
    `${round(ratio.median)} (${round(ratio.min)}–${round(ratio.max)}); ${round(spread(tallies.pooled.map(p95)).median)} ms against ${round(spread(tallies.direct.map(p95)).median)} ms`,
  );
  const walls = await installation.query(
    (sql) => sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where usename is not null and backend_type = 'client backend'`,
  );
  yield { note: `${walls[0]!.count} connections are open in Postgres` };
  if (!keeps)
    yield {
      note: 'this PgBouncer keeps no prepared statements, so each takes two round trips and is planned again',
    };
};
