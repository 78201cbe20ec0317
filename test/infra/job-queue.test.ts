/** Adding jobs from the application's role, their turns, and the runners that take them. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DISABLED_REASONS } from '../../src/contract/webhook.ts';
import { openBlobs } from '../../src/infra/blobs/open-blobs.ts';
import { connectCore } from '../../src/infra/core/core-client.ts';
import { inTransaction, withOrganisation } from '../../src/infra/database/database.ts';
import { vacuumQueueOften } from '../../src/infra/database/queue-tables.ts';
import { uuidV7 } from '../../src/infra/database/uuid-v7.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import type { TaskName } from '../../src/infra/queue/job.ts';
import { enqueue, enqueueInTurn, shiftTurns } from '../../src/infra/queue/job-queue.ts';
import type { TaskContext, TaskEntry } from '../../src/infra/queue/task.ts';
import { INTERACTIVE_JOBS_MAX, JOB_PREFETCH_MS_MAX, startRunner } from '../../src/jobs/runner.ts';
import { TASKS } from '../../src/jobs/tasks.ts';
import { freePort } from '../../src/processes/supervisor/ports.ts';
import { ownPostgres, testOrganisation } from '../support/database/database.ts';
import { startScript, until } from '../support/processes.ts';
import { queueConnectionsClosed } from '../support/service/stop-runner.ts';

// Before the hook that stops Postgres.
after(() => queueConnectionsClosed(owner));
const database = await ownPostgres();
const { app, owner, ownerSql } = database;
const blobs = await openBlobs(ownerSql, null);
const core = connectCore('127.0.0.1:1', 's'.repeat(32));
const log = createLogger('silent', 'test');
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const sweep = { task: 'expire-validations', payload: {} } as const;

async function waiting() {
  return owner`
    select task_identifier as task, key, queue_name, priority, max_attempts, run_at > now() as later
    from graphile_worker.jobs order by priority, run_at, id`;
}

async function emptyQueue(): Promise<void> {
  await owner`delete from graphile_worker._private_jobs`;
}

/** Runs the tasks as the named runner until the test has seen enough. */
async function withRunner(
  name: 'interactive' | 'batch',
  tasks: Partial<Record<TaskName, (context: TaskContext<never>) => Promise<void>>>,
  work: (outcomes: readonly string[]) => Promise<void>,
): Promise<void> {
  const outcomes: string[] = [];
  const runner = await startRunner({
    name,
    databaseUrl: database.url,
    deps: {
      sql: ownerSql,
      blobs,
      core,
      log,
      baseUrl: 'http://flowarden.test',
      signal: new AbortController().signal,
    },
    tasks: Object.entries(tasks).map(
      ([task, run]) => [task as TaskName, { run, runner: name } as TaskEntry<TaskName>] as const,
    ),
    observe: (task, outcome) => outcomes.push(`${task} ${outcome}`),
  });
  try {
    await work(outcomes);
  } finally {
    await runner.stop();
  }
}

describe('adding a job', () => {
  it('belongs to the transaction of the application: a rollback leaves no job', async () => {
    const orgId = await testOrganisation(database);
    const stopped = new Error('stopped');
    await assert.rejects(
      withOrganisation(app, orgId, async (sql) => {
        await enqueue(sql, sweep);
        throw stopped;
      }),
      stopped,
    );
    assert.deepEqual([...(await waiting())], []);
    await withOrganisation(app, orgId, (sql) => enqueue(sql, sweep));
    assert.equal((await waiting()).length, 1);
    await emptyQueue();
  });

  it('has the payload and options of its creator', async () => {
    await inTransaction(app, (sql) =>
      enqueue(sql, {
        ...sweep,
        jobKey: 'once',
        runAt: new Date(Date.now() + 60_000),
        maxAttempts: 7,
        priority: -3,
        queue: 'in a row',
      }),
    );
    const [job] = await waiting();
    assert.deepEqual(job, {
      task: 'expire-validations',
      key: 'once',
      queueName: 'in a row',
      priority: -3,
      maxAttempts: 7,
      later: true,
    });
    await inTransaction(app, (sql) => enqueue(sql, { ...sweep, jobKey: 'once' }));
    assert.equal((await waiting()).length, 1, 'a job with the same key replaces the waiting one');
    await emptyQueue();
  });

  it('is the only thing that the application may do with the queue', async () => {
    for (const statement of [
      'select * from graphile_worker._private_jobs',
      'delete from graphile_worker._private_jobs',
      "select graphile_worker.add_job('expire-validations')",
    ]) {
      await assert.rejects(
        inTransaction(app, (sql) => sql.unsafe(statement)),
        /permission denied/,
        statement,
      );
    }
  });
});

describe('the notification of a new job', () => {
  it('is left out beside two transactions that notify, and the job is found all the same', async () => {
    const heard: string[] = [];
    const { unlisten } = await owner.listen('jobs:insert', (text) => void heard.push(text));
    const end = Promise.withResolvers<void>();
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const notifying = begun.map(({ resolve }) =>
      inTransaction(app, async (sql) => {
        await enqueue(sql, sweep);
        resolve();
        await end.promise;
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    await withRunner('interactive', { 'expire-validations': async () => {} }, async (outcomes) => {
      await inTransaction(app, (sql) => enqueue(sql, sweep));
      await until('the job without a notification', () => outcomes.length === 1);
      await owner.notify('jobs:insert', 'later');
      await until('a later notification', () => heard.includes('later'));
      assert.deepEqual(heard, ['later']);
      end.resolve();
      await Promise.all(notifying);
      await until('the other notifications', () => heard.length === 3);
      await until('the other jobs', () => outcomes.length === 3);
    });
    await unlisten();
  });
});

describe('the tables of the queue', () => {
  it('are vacuumed after a number of changes, and are left alone by the next migration', async () => {
    const optionsOf = () => owner<{ options: string[] }[]>`
      select reloptions as options from pg_class
      where oid in ('graphile_worker._private_jobs'::regclass, 'delivery_queue'::regclass)`;
    for (const { options } of await optionsOf()) {
      assert.ok(options.includes('autovacuum_vacuum_scale_factor=0'), options.join());
      assert.ok(options.includes('vacuum_truncate=off'), options.join());
    }
    const blocked = owner.begin(async (sql) => {
      await sql`lock table graphile_worker._private_jobs in share update exclusive mode`;
      await inTransaction(ownerSql, vacuumQueueOften);
    });
    await blocked;
  });
});

describe('turns', () => {
  const [flood, person] = [uuidV7(), uuidV7()];
  const countWaiting = async (orgId: string) =>
    (await owner`select 1 from graphile_worker._private_jobs where payload ->> 'orgId' = ${orgId}`).length;
  const add = async (orgId: string, count: number) => {
    const waiting = await countWaiting(orgId);
    const job = () => ({ payload: { orgId, projectId: uuidV7() } });
    await inTransaction(app, (sql) =>
      enqueueInTurn(sql, 'list-project', waiting, Array.from({ length: count }, job)),
    );
  };
  const order = async () => {
    const rows = await owner`
      select payload ->> 'orgId' as org from graphile_worker._private_jobs order by priority, run_at, id`;
    return rows.map(({ org }) => (org === flood ? 'f' : 'p')).join('');
  };
  const runFirst = (count: number) => owner`
    delete from graphile_worker._private_jobs where id in
      (select id from graphile_worker._private_jobs where run_at <= now() order by priority, run_at, id limit ${count})`;

  it('give each organisation a first job before any a second, and none overtakes for ever', async () => {
    await add(flood, 5);
    await add(person, 2);
    assert.equal(await order(), 'fpfpfff');
    await runFirst(4);
    assert.equal(await order(), 'fff');
    // Who comes again now comes behind the first of those who wait.
    await add(person, 4);
    assert.equal(await order(), 'fpfpfpp');
    await emptyQueue();
  });

  it('do not begin again at a job that waits for its next attempt', async () => {
    await add(person, 1);
    await owner`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`;
    await add(flood, 6);
    await runFirst(4);
    await add(person, 1);
    assert.equal(await order(), 'pffp', 'the failed job, those who wait, and the new one');
    await emptyQueue();
  });

  it('are preserved when they are moved back to zero, also those of jobs that run', async () => {
    await add(flood, 4);
    await add(person, 2);
    await owner`update graphile_worker._private_jobs set priority = priority + 30000`;
    await owner`update graphile_worker._private_jobs set locked_at = now() where priority = 30003`;
    const turns = () => inTransaction(ownerSql, (sql) => shiftTurns(sql, 'list-project', 30_000));
    assert.equal(await turns(), 0, 'not while there is room');
    await runFirst(2);
    assert.equal(await turns(), 30_001);
    assert.deepEqual(
      (await waiting()).map(({ priority }) => priority),
      [0, 0, 1, 2],
    );
    await add(person, 1);
    assert.equal(await order(), 'fpfpf');
    await emptyQueue();
  });

  it('are not moved while a job is added whose turn follows from them', async () => {
    const added = Promise.withResolvers<void>();
    const adding = inTransaction(app, async (sql) => {
      const job = { payload: { orgId: person, projectId: uuidV7() } };
      await enqueueInTurn(sql, 'list-project', 0, [job]);
      await added.promise;
    });
    await until('the turn is given out', async () => {
      const [row] = await owner`
        select count(*)::int as count from pg_locks where locktype = 'advisory' and mode = 'ShareLock'`;
      return row!.count === 1;
    });
    let hasMoved = false;
    const moving = inTransaction(ownerSql, (sql) => shiftTurns(sql, 'list-project', 0)).then(() => {
      hasMoved = true;
    });
    await until('the wait for the lock', async () => {
      const [row] = await owner`select count(*)::int as count from pg_locks where not granted`;
      return row!.count === 1;
    });
    assert.equal(hasMoved, false);
    added.resolve();
    await Promise.all([adding, moving]);
    await emptyQueue();
  });
});

describe('a runner', () => {
  it('begins a job within milliseconds of the commit', async () => {
    const begun: number[] = [];
    await withRunner(
      'interactive',
      { 'expire-validations': async () => void begun.push(performance.now()) },
      async () => {
        const latencies: number[] = [];
        for (let round = 0; round < 20; round += 1) {
          await inTransaction(app, (sql) => enqueue(sql, sweep));
          const committed = performance.now();
          await until('the job', () => begun.length > round);
          latencies.push(begun[round]! - committed);
        }
        const median = latencies.sort((one, other) => one - other)[10]!;
        assert.ok(median < 100, `half of the jobs waited more than ${median} ms`);
      },
    );
  });

  it('takes the job of another organisation next, however many of one wait', async () => {
    const [flood, person] = [uuidV7(), uuidV7()];
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const add = (orgId: string, count: number) =>
      inTransaction(app, (sql) =>
        enqueueInTurn(
          sql,
          'run-validation',
          0,
          Array.from({ length: count }, () => ({ payload: { orgId, validationId: uuidV7() } })),
        ),
      );
    let isOver = false;
    const slowRun = async ({ payload }: TaskContext<never>) => {
      begun.push((payload as { orgId: string }).orgId);
      if (!isOver) await new Promise<void>((resolve) => ends.push(resolve));
    };
    await add(flood, 40);
    await withRunner('interactive', { 'run-validation': slowRun }, async () => {
      try {
        await until('every worker has a job', () => begun.length === INTERACTIVE_JOBS_MAX);
        await sleep(2 * JOB_PREFETCH_MS_MAX);
        await until('the queue has back what no worker took', async () => {
          const [row] = await owner`
            select count(*)::int as count from graphile_worker._private_jobs where locked_at is not null`;
          return row!.count === INTERACTIVE_JOBS_MAX;
        });
        await add(person, 1);
        // The job of the flood whose turn is the same came first.
        for (const end of ends.splice(0, 2)) end();
        await until('the next jobs', () => begun.length >= INTERACTIVE_JOBS_MAX + 2);
        assert.deepEqual(begun.slice(-2).sort(), [flood, person].sort());
      } finally {
        isOver = true;
        for (const end of ends) end();
      }
    });
    await emptyQueue();
  });

  it('does not let a flood of the other runner delay its jobs', async () => {
    const held = Promise.withResolvers<void>();
    let begun = 0;
    await inTransaction(app, async (sql) => {
      for (let job = 0; job < 50; job += 1) await enqueue(sql, { task: 'prepare-partitions', payload: {} });
    });
    const flood = async () => {
      begun += 1;
      await held.promise;
    };
    await withRunner('batch', { 'prepare-partitions': flood }, async () => {
      try {
        await until('the flood', () => begun > 0);
        await withRunner('interactive', { 'expire-validations': async () => {} }, async (outcomes) => {
          await inTransaction(app, (sql) => enqueue(sql, sweep));
          await until('the job of the person', () => outcomes.length === 1);
        });
        const left = (await waiting()).filter(({ task }) => task === 'prepare-partitions');
        assert.equal(left.length, 50, 'the flood is still there');
      } finally {
        held.resolve();
      }
      await until('the end of the flood', async () => (await waiting()).length === 0);
    });
  });

  it('reports the end of each attempt of a job, and passes the task its attempt', async () => {
    const attempts: [number, boolean][] = [];
    const fail = async ({ attempt, isLastAttempt }: TaskContext<never>) => {
      attempts.push([attempt, isLastAttempt]);
      throw new Error('as it should');
    };
    await withRunner('batch', { 'expire-validations': fail }, async (outcomes) => {
      await inTransaction(app, (sql) => enqueue(sql, { ...sweep, maxAttempts: 2 }));
      await until('the first attempt', () => outcomes.length === 1);
      await until(
        'the failure is written',
        async () =>
          (await owner`select 1 from graphile_worker.jobs where last_error is not null`).length === 1,
      );
      // The queue would wait for seconds, and the test must not.
      await owner`update graphile_worker._private_jobs set run_at = now()`;
      await until('the last attempt', () => outcomes.length === 2);
      assert.deepEqual(outcomes, ['expire-validations failed', 'expire-validations given_up']);
      assert.deepEqual(attempts, [
        [1, false],
        [2, true],
      ]);
    });
    await emptyQueue();
  });
});

describe('the jobs process', () => {
  it('knows what waits and for how long, for Prometheus', async () => {
    const port = await freePort('127.0.0.1', 0, '');
    await owner`select graphile_worker.add_job('expire-validations', run_at := now() - interval '90 seconds')`;
    await owner`update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null`;
    const jobs = startScript(main, ['jobs'], {
      DATABASE_URL: database.url,
      FLOWARDEN_SECRETS_KEY: 's'.repeat(32),
      FLOWARDEN_JOBS_METRICS_PORT: String(port),
    });
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await until('the port', () => metrics().catch(() => null));
    const first = await metrics();
    for (const task of Object.keys(TASKS)) {
      assert.match(first, new RegExp(`flowarden_jobs_waiting\\{task="${task}"\\} 0`));
    }
    assert.match(first, /flowarden_jobs_given_up\{task="expire-validations"\} 1/);
    for (const name of ['waiting', 'oldest_seconds', 'sending', 'retrying']) {
      assert.match(first, new RegExp(`^flowarden_deliveries_${name} 0$`, 'm'));
    }
    for (const reason of DISABLED_REASONS) {
      assert.ok(first.includes(`flowarden_webhooks_disabled{reason="${reason}"} 0`), reason);
    }
    await inTransaction(app, (sql) => enqueue(sql, { task: 'prepare-partitions', payload: {} }));
    await until('the job is counted', async () =>
      /flowarden_job_seconds_count\{task="prepare-partitions",outcome="succeeded"\} 1/.test(await metrics()),
    );
    jobs.child.kill('SIGTERM');
    assert.equal(await jobs.ended, 0, jobs.output());
  });
});
