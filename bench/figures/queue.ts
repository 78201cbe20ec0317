/** The job queue: from the commit to the start of a job, and jobs a second beside a stock graphile-worker. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run } from 'graphile-worker';
import { openBlobs } from '../../src/infra/blobs/open-blobs.ts';
import { connectCore } from '../../src/infra/core/core-client.ts';
import type { Sql } from '../../src/infra/database/connections.ts';
import {
  connectApplication,
  connectOwner,
  disconnect,
  inTransaction,
} from '../../src/infra/database/database.ts';
import type { Transaction } from '../../src/infra/database/transaction.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import type { TaskName } from '../../src/infra/queue/job.ts';
import { enqueue } from '../../src/infra/queue/job-queue.ts';
import type { TaskEntry } from '../../src/infra/queue/task.ts';
import { startRunner } from '../../src/jobs/runner.ts';
import type { Figure } from '../figure.ts';
import { spread } from '../measure.ts';
import { startDatabase } from '../postgres.ts';

const JOBS_TIMED = 300;
const JOBS_IN_FLOOD = 1_000;
const ROUNDS = 3;
const TASK = 'expire-validations';

/** Way to process the queue: a function that starts it, and returns one that ends it. */
type Begin = (databaseUrl: string, work: () => void) => Promise<() => Promise<void>>;

const asItComes: Begin = async (connectionString, work) => {
  const runner = await run({
    connectionString,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: { [TASK]: async () => work() },
  });
  return () => runner.stop();
};

function ours(sql: Sql): Begin {
  return async (databaseUrl, work) => {
    const blobs = await openBlobs(sql, null);
    const core = connectCore('127.0.0.1:1', '');
    const deps = {
      sql,
      blobs,
      core,
      log: createLogger('silent', 'bench'),
      baseUrl: 'http://flowarden.test',
      signal: new AbortController().signal,
    };
    const entry: TaskEntry<typeof TASK> = { runner: 'interactive', run: async () => work() };
    const runner = await startRunner({
      name: 'interactive',
      databaseUrl,
      deps,
      tasks: [[TASK, entry as TaskEntry<TaskName>]],
    });
    return () => runner.stop();
  };
}

/** Measures milliseconds from the commit to the start, one job after the other. */
async function latencies(begin: Begin, databaseUrl: string, app: Sql): Promise<readonly number[]> {
  let begun = Promise.withResolvers<number>();
  const stop = await begin(databaseUrl, () => begun.resolve(performance.now()));
  const times: number[] = [];
  for (let job = 0; job < JOBS_TIMED; job += 1) {
    begun = Promise.withResolvers<number>();
    await inTransaction(app, (sql) => enqueue(sql, { task: TASK, payload: {} }));
    const committed = performance.now();
    times.push(Math.max(0, (await begun.promise) - committed));
    // Until the worker has found no job and waits for a notification.
    await sleep(5);
  }
  await stop();
  return times.sort((one, other) => one - other);
}

/** Measures jobs a second, until all waiting jobs have run. */
async function throughput(begin: Begin, databaseUrl: string, owner: Sql): Promise<number> {
  await inTransaction(owner, async (sql) => {
    await sql`select graphile_worker.add_job(${TASK}, '{}') from generate_series(1, ${JOBS_IN_FLOOD})`;
  });
  const done = Promise.withResolvers<void>();
  let left = JOBS_IN_FLOOD;
  const started = performance.now();
  const stop = await begin(databaseUrl, () => {
    left -= 1;
    if (left === 0) done.resolve();
  });
  await done.promise;
  const seconds = (performance.now() - started) / 1000;
  await stop();
  return JOBS_IN_FLOOD / seconds;
}

const ADDERS = 8;
const ADD_MS = 500;
const ADD_ROUNDS = 5;

/** Measures transactions a second that add one job each, over eight connections. */
async function additions(sql: Sql, add: (transaction: Transaction) => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() - startMs < ADD_MS) {
      await inTransaction(sql, add);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: ADDERS }, work));
  return (done * 1000) / (performance.now() - startMs);
}

/** Measures additions beside those that always notify. */
async function addedJobs(databaseUrl: string, owner: Sql): Promise<Figure> {
  const sql = connectOwner(databaseUrl, ADDERS);
  const always = (inner: Transaction) => inner`select graphile_worker.add_job(${TASK}, '{}')`;
  const rates = { own: [] as number[], peer: [] as number[] };
  for (let round = 0; round < ADD_ROUNDS; round += 1) {
    rates.own.push(await additions(sql, (inner) => enqueue(inner, { task: TASK, payload: {} })));
    rates.peer.push(await additions(sql, always));
    await inTransaction(owner, (inner) => inner`delete from graphile_worker._private_jobs`);
  }
  await disconnect(sql);
  const ratios = spread(rates.own.map((rate, round) => rate / rates.peer[round]!));
  return {
    name: 'jobs added a second',
    unit: 'jobs/s',
    against: 'times additions that always notify',
    ...spread(rates.own),
    ratio: ratios.median,
    ratios: { wall: ratios },
    bar: null,
    n: ADD_ROUNDS,
    facts: { peerJobsPerSecond: spread(rates.peer).median, connections: ADDERS },
  };
}

/** Measures the queue. */
export async function* queue(): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const { url } = database;
  const [app, owner] = [connectApplication(url), connectOwner(url)];

  const times = await latencies(ours(owner), url, app);
  const p99 = times[Math.floor(times.length * 0.99)]!;
  yield {
    name: 'job from commit to start',
    unit: 'ms',
    against: 'ms of the median',
    ...spread(times),
    ratio: spread(times).median,
    bar: { atMost: 10, stretch: 3 },
    n: times.length,
    facts: { p99Ms: p99 },
  };

  const own: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await throughput(ours(owner), url, owner));
    peer.push(await throughput(asItComes, url, owner));
  }
  const ratios = spread(own.map((rate, round) => rate / peer[round]!));
  yield {
    name: 'jobs a second',
    unit: 'jobs/s',
    against: 'times graphile-worker with its defaults',
    ...spread(own),
    ratio: ratios.median,
    ratios: { wall: ratios },
    bar: { atLeast: 5, stretch: 8 },
    n: ROUNDS,
    facts: { peerJobsPerSecond: spread(peer).median },
  };
  yield await addedJobs(url, owner);
  await Promise.all([disconnect(app), disconnect(owner)]);
}
