/**
 * Processes are killed again and again while files are submitted: every accepted one ends, once and whole, and nothing is
 * left behind. `npm run chaos` does it for a minute, or for FLOWARDEN_CHAOS_SECONDS with
 * FLOWARDEN_CHAOS_SEED. Victims and moments follow from the seed: a kill comes after a number of accepted files.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { connectOwner, inTransaction } from '../../src/infra/database/database.ts';
import { readText } from '../../src/infra/embedded-postgres/data-folder.ts';
import { embeddedUrl } from '../../src/infra/embedded-postgres/embedded-postgres.ts';
import { zip } from '../support/files/zip.ts';
import { untilNothingIsLeft } from '../support/leftovers.ts';
import { until } from '../support/processes.ts';
import { startReceiver } from '../support/service/receiver.ts';
import { findRolePid, PS_ABSENT } from '../support/service/role-pid.ts';
import { startService } from '../support/service/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECONDS = Number(process.env.FLOWARDEN_CHAOS_SECONDS ?? 8);
const SEED = Number(process.env.FLOWARDEN_CHAOS_SEED ?? 52);
const SUBMITTERS = 3;
const PROJECT_EVERY = 13;
const ROBOTS = 3;
/** Files that are accepted between the recovery from a kill and the next one. */
const ACCEPTED_BETWEEN = [3, 30] as const;
/** Share of the kills that the next one follows only after a recovery. */
const ALONE = 0.7;
/** Longest wait for the next kill without a recovery. */
const PAUSE_MS_MAX = 1_000;
/** Longest time from acceptance to the end, and from the last kill until nothing else is left. */
const STUCK_MS_MAX = 90_000;
const SAMPLE = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'), 'utf8');
const VICTIMS = ['core', 'jobs', 'deliveries', 'gateway', 'postgres'] as const;

/** Every file is another one, so that no death of the core is held against the content of others. */
const fileOf = (number: number) => `${SAMPLE}<!-- ${number} -->`;

function projectOf(number: number): Uint8Array<ArrayBuffer> {
  const names = ['Main.xaml', 'Load.xaml', 'Send.xaml', 'Close.xaml'];
  return new Uint8Array(
    zip([
      { name: 'project.json', content: JSON.stringify({ name: `robot-${number}`, main: 'Main.xaml' }) },
      ...names.map((name) => ({ name, content: `${fileOf(number)}<!-- ${name} -->` })),
    ]),
  );
}

const idOf = (body: { validationId?: string; projectValidationId?: string }): string =>
  body.validationId ?? body.projectValidationId!;

/** Ends a process. Returns whether there was one. */
function end(pid: number | null): boolean {
  try {
    return pid !== null && pid > 0 && process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Kill {
  readonly victim: (typeof VICTIMS)[number];
  /** Files that are accepted before it. */
  readonly acceptedFirst: number;
  /** Waits for the recovery before the next kill, instead of the pause. */
  readonly isAlone: boolean;
  readonly pauseMs: number;
}

/** Yields the kills that follow from a seed. */
function* killsOf(seed: number): Generator<Kill> {
  const random = randomFrom(seed);
  const [least, most] = ACCEPTED_BETWEEN;
  for (let isFirst = true; ; ) {
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)]!;
    const count = least + Math.floor(random() * (most - least));
    const isAlone = random() < ALONE;
    yield { victim, acceptedFirst: isFirst ? count : 0, isAlone, pauseMs: random() * PAUSE_MS_MAX };
    isFirst = isAlone;
  }
}

const temporaryFiles = temporaryFolder();
const { serve, dataDir, run } = await startService({
  FLOWARDEN_LIMIT_FACTOR: '0',
  FLOWARDEN_WEBHOOK_ALLOW_HTTP: 'true',
  FLOWARDEN_WEBHOOK_NETWORKS: '127.0.0.0/8',
  TMPDIR: temporaryFiles,
});

describe('a service whose processes are killed', { skip: PS_ABSENT }, () => {
  /** Lines of the postmaster's own file; empty while it restarts. */
  const postmaster = () => (readText(join(dataDir, 'postgres', 'postmaster.pid')) ?? '').split('\n');
  const isAnswering = async (port = '') => {
    if (port === '') return false;
    const sql = connectOwner(embeddedUrl(dataDir, Number(port)), 1);
    const answer = inTransaction(sql, (inner) => inner`select 1`).then(
      () => true,
      () => false,
    );
    return answer.finally(() => sql.end(0));
  };
  const pidOf = (victim: (typeof VICTIMS)[number]) =>
    victim === 'postgres' ? Number(postmaster()[0]) : findRolePid(serve.child.pid!, victim);

  it('ends every accepted submission once, and leaves nothing behind', {
    timeout: (SECONDS + 300) * 1_000,
  }, async (t) => {
    await until('the jobs run', () => pidOf('jobs'));
    const files = () => readdirSync(dataDir).sort();
    const before = files();
    const headers = { authorization: `ApiKey ${run.apiKey}`, 'x-org-id': run.orgId };
    const receiver = await startReceiver((_, response) => void response.writeHead(204).end());
    const webhook = await fetch(`${run.restUrl}/api/v1/org-webhooks`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${receiver.port}/`, events: ['validation.completed'] }),
    });
    assert.equal(webhook.status, 201, await webhook.text());
    const accepted: string[] = [];
    const projects: string[] = [];
    let over = false;

    async function submit(number: number): Promise<void> {
      const form = new FormData();
      const isProject = number % PROJECT_EVERY === 0;
      // Few and the same ones again and again: most are reused from the run before.
      const robot = (number / PROJECT_EVERY) % ROBOTS;
      if (isProject) form.set('file', new Blob([projectOf(robot)]), `robot-${robot}.zip`);
      else {
        form.set('platform', 'uipath');
        form.set('file', new Blob([fileOf(number)]), 'Main.xaml');
      }
      const answer = await fetch(`${run.restUrl}/api/v1/validate/${isProject ? 'project' : 'async'}`, {
        method: 'POST',
        headers,
        body: form,
        signal: AbortSignal.timeout(30_000),
      });
      const text = await answer.text();
      if (answer.status === 200) (isProject ? projects : accepted).push(idOf(JSON.parse(text)));
      else assert.ok(answer.status === 503 || text.includes('queue_full'), `${answer.status} ${text}`);
    }
    async function submitAll(submitter: number): Promise<void> {
      for (let number = submitter; !over; number += SUBMITTERS) {
        // Who is cut off knows nothing, and goes on.
        await submit(number).catch((error: unknown) => {
          if (error instanceof assert.AssertionError) throw error;
        });
        await sleep(30);
      }
    }

    const kills: string[] = [];
    /** However slow the machine is: something that was accepted after the last kill has ended. */
    async function progress(): Promise<void> {
      const before = accepted.length;
      await until('something is accepted', () => accepted.length > before, STUCK_MS_MAX);
      const result = `${run.restUrl}/api/v1/results/${accepted[before]}`;
      await until(
        'it has ended',
        () =>
          fetch(result, { headers }).then(
            (answer) => /completed|failed/.test(answer.headers.get('x-service-validation-status') ?? ''),
            () => false,
          ),
        STUCK_MS_MAX,
      );
    }
    async function killAll(): Promise<void> {
      await progress();
      const untilMs = performance.now() + SECONDS * 1_000;
      for (const { victim, acceptedFirst, isAlone, pauseMs } of killsOf(SEED)) {
        if (over || performance.now() >= untilMs) return;
        const enough = accepted.length + acceptedFirst;
        await until(
          `a ${victim} to kill`,
          () => accepted.length >= enough && end(pidOf(victim)),
          STUCK_MS_MAX,
        );
        kills.push(`${victim}@${acceptedFirst}`);
        if (isAlone) await progress();
        else await sleep(pauseMs);
      }
    }
    const submitting = Promise.all(Array.from({ length: SUBMITTERS }, (_, index) => submitAll(index)));
    await Promise.race([killAll(), submitting]).finally(() => {
      over = true;
    });
    await submitting;

    const settling = performance.now();
    await until('Postgres is back', () => isAnswering(postmaster()[3]));
    const sql = postgres(embeddedUrl(dataDir, Number(postmaster()[3])), {
      max: 1,
      transform: { column: { from: postgres.toCamel } },
      onnotice: () => {},
    });
    try {
      await untilNothingIsLeft(sql, STUCK_MS_MAX).catch(async (error: unknown) => {
        const jobs =
          await sql`select id, locked_by, locked_at, attempts, run_at, last_error from graphile_worker._private_jobs`;
        throw new Error(`${error}\n${JSON.stringify(jobs)}\n${serve.output().slice(-3_000)}`);
      });
      const settledMs = Math.round(performance.now() - settling);
      const runs = await sql<{ id: string; status: string; code: string | null; ms: number }[]>`
        select id, status, error ->> 'code' as code,
          (extract(epoch from validated_at - created_at) * 1000)::float8 as ms
        from validations v
        where not exists (select from project_items where validation_id = v.id)`;
      const ends = await sql<{ id: string; status: string; code: string | null; ms: number }[]>`
        select id, status, error ->> 'code' as code,
          (extract(epoch from completed_at - created_at) * 1000)::float8 as ms
        from projects`;
      const all = [...runs, ...ends];
      const failed = all.filter(({ status }) => status !== 'completed');
      const slowest = Math.max(...all.map(({ ms }) => ms));
      t.diagnostic(
        `seed ${SEED}; ${accepted.length} accepted of ${runs.length} validations, ${projects.length} of ${ends.length} projects, ${failed.length} failed; ${kills.length} kills: ${kills.join(' ')}; slowest ${Math.round(slowest)} ms; nothing left after ${settledMs} ms`,
      );
      const there = new Set(all.map(({ id }) => id));
      for (const id of [...accepted, ...projects])
        assert.ok(there.has(id), `${id} was accepted and is not there`);
      assert.ok(slowest < STUCK_MS_MAX, `${slowest} ms from the submission to the end`);
      // A file that happened to run whenever the core was killed is taken for the cause.
      for (const { code } of failed)
        assert.ok(code === 'structure_limit_exceeded' || code === 'engine_unavailable', String(code));
      assert.ok(failed.length <= all.length / 50, `${failed.length} of ${all.length} failed`);
      const [counts] = await sql<Record<string, number>[]>`
        select (select count(*)::int from validations where status = 'completed') as completed,
          (select count(distinct data ->> 'validationId')::int from events) as reported,
          (select count(*)::int from events) as events,
          (select count(*)::int from deliveries where status = 'succeeded') as delivered,
          (select count(distinct validation_id)::int from project_items) as files,
          (select count(validation_id)::int from project_items) as items`;
      assert.deepEqual(
        counts,
        {
          completed: counts!.completed,
          reported: counts!.completed,
          events: counts!.completed,
          delivered: counts!.completed,
          files: counts!.items,
          items: counts!.items,
        },
        'each result once, with one event, which was delivered',
      );
      const posted = new Set(receiver.posts.map(({ headers }) => headers['x-service-delivery']));
      assert.equal(posted.size, counts!.delivered);
      assert.deepEqual(files(), before);
      assert.deepEqual(readdirSync(temporaryFiles), []);
    } finally {
      await sql.end({ timeout: 1 });
    }
    serve.child.kill('SIGTERM');
    assert.equal(await serve.ended, 0, serve.output().slice(-3_000));
  });
});
