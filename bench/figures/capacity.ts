/** Capacity: the cost of one validation in statements, commits, WAL, bytes and processor time of every process. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Figure, Skipped } from '../figure.ts';
import { zipOf } from '../inputs/archive.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { spread } from '../measure.ts';
import { NOT_LINUX } from '../processes.ts';
import { type Service, type ServiceRole, startService } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';

/** Validations of each kind that are measured. */
const COUNT = 2_000;
const IN_FLIGHT = 4;
/** Share of the count that runs before: until the code is compiled, and the pages of the tables are in the WAL. */
const WARM_UP = 0.5;
/** Validations whose statements are counted, by the log of Postgres. */
const COUNTED = 100;
const IDLE_MS = 5_000;
/** Time until every process of Postgres has read a changed setting. */
const RELOAD_MS = 500;
/** Time until Postgres has added the numbers of its connections to its statistics. */
const STATISTICS_MS = 1_500;
const ROLES = ['core', 'gateway', 'jobs', 'deliveries'] as const satisfies readonly ServiceRole[];

/** Way of a validation. */
interface Kind {
  readonly name: string;
  readonly bytes: number;
  /** Validates so many files, each another one, to the end. */
  run(service: Service, files: readonly Buffer[]): Promise<void>;
}

async function post(
  service: Service,
  path: string,
  file: Buffer,
  name: string,
): Promise<Record<string, string>> {
  const body = new FormData();
  if (name.endsWith('.xaml')) body.set('platform', 'uipath');
  body.set('file', new Blob([new Uint8Array(file)]), name);
  const answer = await service.fetch(path, { method: 'POST', body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Record<string, string>;
}

/** Runs the work for each item, so many at once. */
async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const item = items[next]!;
      next += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

const synchronous: Kind['run'] = (service, files) =>
  inParallel(files, (file) => post(service, '/api/v1/validate', file, 'Main.xaml'));

const asynchronous: Kind['run'] = async (service, files) => {
  const ids: string[] = [];
  await inParallel(files, async (file) => {
    ids.push((await post(service, '/api/v1/validate/async', file, 'Main.xaml')).validationId!);
  });
  // Only the waits are read: a caller that polls costs what it costs.
  await inParallel(ids.slice(-IN_FLIGHT), async (id) => {
    for (;;) {
      const answer = await service.fetch(`/api/v1/results/${id}?wait=30`);
      await answer.arrayBuffer();
      if (answer.status === 200) return;
    }
  });
};

const project: Kind['run'] = async (service, files) => {
  const archive = zipOf(files.map((file, index) => [`Part${index}.xaml`, file] as const));
  const { projectValidationId: id } = await post(service, '/api/v1/validate/project', archive, 'project.zip');
  for (;;) {
    const answer = await service.fetch(`/api/v1/validate/project/${id}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    const { status } = (await answer.json()) as { status: string };
    if (status === 'completed') return;
    if (status === 'failed') throw new Error('The project failed');
    await sleep(100);
  }
};

const KINDS: readonly Kind[] = [
  { name: 'synchronous validation of 4 KB', bytes: 4_000, run: synchronous },
  { name: 'synchronous validation of 51 KB', bytes: 51_000, run: synchronous },
  { name: 'asynchronous validation of 51 KB', bytes: 51_000, run: asynchronous },
  { name: 'file of 51 KB of a project', bytes: 51_000, run: project },
];

/** Builds so many files of a size, of which no two are the same. */
function otherFiles(bytes: number, wanted: number): readonly Buffer[] {
  const content = syntheticXaml(bytes);
  return Array.from({ length: wanted }, () =>
    Buffer.concat([content, Buffer.from(`<!-- ${randomUUID()} -->`)]),
  );
}

/** Counters that only grow. */
type Counters = Readonly<Record<string, number>>;

async function readCounters(service: Service, sql: postgres.Sql): Promise<Counters> {
  const [row] = await sql<{ commits: number; wal: number; size: number }[]>`
    select xact_commit::float8 as commits, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
      pg_database_size(current_database())::float8 as size
    from pg_stat_database where datname = current_database()`;
  return {
    ...Object.fromEntries(ROLES.map((role) => [`${role}Ms`, service.cpuMs(role)])),
    postgresMs: service.databaseCpuMs(),
    commits: row!.commits,
    walBytes: row!.wal,
    storedBytes: row!.size,
  };
}

/** Returns what the work adds to each counter, with the time that it takes. */
async function growth(service: Service, sql: postgres.Sql, work: () => Promise<unknown>) {
  const [before, begun] = [await readCounters(service, sql), performance.now()];
  await work();
  const wallMs = performance.now() - begun;
  await sleep(STATISTICS_MS);
  const after = await readCounters(service, sql);
  const grown = Object.fromEntries(Object.entries(after).map(([name, now]) => [name, now - before[name]!]));
  return { grown, wallMs, withPauseMs: performance.now() - begun };
}

/** Counts the statements of the work by the log of Postgres, and returns how long it took. */
async function countStatements(
  sql: postgres.Sql,
  logPath: string,
  work: () => Promise<unknown>,
): Promise<{ readonly statements: number; readonly wallMs: number }> {
  const log = () => readFileSync(logPath, 'utf8');
  const set = async (value: string) => {
    await sql.unsafe(`alter system set log_min_duration_statement = ${value}`);
    await sql`select pg_reload_conf()`;
    await sleep(RELOAD_MS);
  };
  await set('0');
  const [before, begun] = [log().length, performance.now()];
  await work();
  const wallMs = performance.now() - begun;
  const text = log().slice(before);
  await set('-1');
  return { statements: text.match(/duration: [\d.]+ ms {2}(?:execute|statement)/g)?.length ?? 0, wallMs };
}

/** Measures the capacity. */
export async function* capacity(count = COUNT): AsyncGenerator<Figure | Skipped> {
  if (NOT_LINUX !== null) {
    yield { name: 'cost of a validation', skipped: NOT_LINUX };
    return;
  }
  using folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const service = await startService(dataDir);
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    // A service that has just started is not idle: its threads load their code.
    await synchronous(service, otherFiles(KINDS[0]!.bytes, Math.ceil(count * WARM_UP)));
    await sleep(IDLE_MS);
    const idle = await growth(service, sql, () => sleep(IDLE_MS));
    const logPath = join(dataDir, 'postgres.log');
    const idleStatements = await countStatements(sql, logPath, () => sleep(IDLE_MS));
    for (const { name, bytes, run } of KINDS) {
      const files = (wanted: number) => otherFiles(bytes, wanted);
      await sql`checkpoint`;
      await run(service, files(Math.ceil(count * WARM_UP)));
      const measured = files(count);
      const { grown, wallMs, withPauseMs } = await growth(service, sql, () => run(service, measured));
      const counted = await countStatements(sql, logPath, () => run(service, files(COUNTED)));
      const each = Object.fromEntries(
        Object.entries(grown).map(([counter, sum]) => [
          counter,
          Math.max(0, sum - (idle.grown[counter]! * withPauseMs) / idle.withPauseMs) / count,
        ]),
      );
      const cpuMs = Object.entries(each).reduce(
        (sum, [counter, ms]) => (counter.endsWith('Ms') ? sum + ms : sum),
        0,
      );
      yield {
        name,
        unit: 'ms',
        against: 'milliseconds of processor time of all processes together',
        ...spread([cpuMs]),
        ratio: cpuMs,
        bar: null,
        n: count,
        facts: {
          statements:
            (counted.statements - (idleStatements.statements * counted.wallMs) / idleStatements.wallMs) /
            COUNTED,
          ...each,
          perSecond: (count * 1000) / wallMs,
        },
      };
    }
  } finally {
    await sql.end({ timeout: 1 });
    await service.stop();
  }
}
