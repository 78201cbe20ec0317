/** Partition: a core, a jobs host and the database are cut off, one after the other, each in the middle of a project. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fact, measure, round } from '../check.ts';
import type { Host } from '../network/network.ts';
import type { Row } from '../row.ts';
import { type Caller, CORES, type Installation, type RoleOnHost } from '../service/installation.ts';
import { describeAccount, isEachOnce, takeAccount } from '../traffic/accounts.ts';
import { describe, failures, startCallers } from '../traffic/callers.ts';
import { projectOf, send, submitProject, uploadsOf } from '../traffic/requests.ts';
import { inSeconds, until } from '../traffic/until.ts';

const SIZES = {
  full: { files: 1_500, cutMs: 20_000, cuts: ['core', 'jobs', 'database'] },
  quick: { files: 200, cutMs: 3_000, cuts: ['core'] },
} as const;
const RECOVERY_MS_MAX = 45_000;
const DATABASE_CUT_MS = 20_000;
/** A core waits ten seconds for the database before it says that there is none. */
const READINESS_MS_MAX = 15_000;
const FILE_BYTES = 20_000;
const IN_FLIGHT = 4;

/** Submits the project, and waits until its first files have results. Returns whether it has ended. */
async function startProject(installation: Installation, url: string, caller: Caller, archive: Buffer) {
  const id = await submitProject(url, caller, archive);
  const ended = async () => {
    const [row] = await installation.query(
      (sql) => sql<{ status: string; total: number; done: number }[]>`
        select p.status, count(i.*)::int as total, (count(*) filter (where i.status <> 'queued'))::int as done
        from projects p left join project_items i on i.org_id = p.org_id and i.project_id = p.id
        where p.id = ${id} group by p.status`,
    );
    return row!;
  };
  await until(async () => (({ total, done }) => total > 0 && done > total / 10)(await ended()), 60_000, 50);
  return async () => (await ended()).status === 'completed';
}

/** Cuts the host for so long; returns the milliseconds from its return until the project has ended. */
async function cut(
  host: Host,
  milliseconds: number,
  hasEnded: () => Promise<boolean>,
): Promise<number | null> {
  host.cut();
  await sleep(milliseconds);
  host.heal();
  return until(hasEnded, RECOVERY_MS_MAX * 2, 200);
}

const readiness = async (gateway: RoleOnHost, caller: Caller) =>
  (await send(`${gateway.url}/readyz`, caller)).status;

export const partition: Row = async function* ({ installation, size }) {
  const { files, cutMs, cuts } = SIZES[size];
  await installation.command(['migrate']);
  const [one, two] = [await installation.start('core', 'core1'), await installation.start('core', 'core2')];
  installation.network.setName(CORES, [one.host, two.host]);
  const gateway = await installation.start('gateway', 'gateway');
  const settings = { FLOWARDEN_DATABASE_CONNECTIONS: '5' };
  const jobs = await installation.start('jobs', 'jobs1', settings);
  await installation.start('jobs', 'jobs2', settings);
  const [owner, other] = await installation.addCallers(2);
  const { validate } = uploadsOf(2_000);

  for (const what of cuts) {
    const hasEnded = await startProject(
      installation,
      gateway.url,
      owner!,
      projectOf(what, files, FILE_BYTES),
    );
    if (what === 'database') continue;
    const callers = startCallers(IN_FLIGHT, () => validate(gateway.url, other!, randomUUID()));
    const host = what === 'core' ? two.host : jobs.host;
    const took = await cut(host, cutMs, hasEnded);
    const tally = await callers.stop();
    yield measure(
      `${what} host cut off for ${cutMs / 1000} s: the project ends ≤ ${RECOVERY_MS_MAX / 1000} s after`,
      took !== null && took <= RECOVERY_MS_MAX,
      inSeconds(took),
    );
    yield fact(
      `${what} host cut off: no call with an Idempotency-Key fails`,
      failures(tally) === 0,
      describe(tally),
    );
  }
  if (cuts.some((what) => what === 'database')) yield* cutDatabase(installation, gateway, other!);
  const account = await takeAccount(installation);
  const expected = cuts.length * files;
  yield fact(
    'every file of every project has one result with one event, and nothing is left',
    isEachOnce(account) && account.items === expected && account.projects === cuts.length,
    describeAccount(account),
  );
};

/** Cuts the database while a project runs: the readiness says so, and the project ends by itself. */
async function* cutDatabase(installation: Installation, gateway: RoleOnHost, caller: Caller) {
  const { databaseHost } = installation;
  databaseHost.cut();
  const begun = performance.now();
  const notReady = await until(async () => (await readiness(gateway, caller)) === 503, DATABASE_CUT_MS, 200);
  yield measure(
    `database cut off: /readyz is 503 within ${READINESS_MS_MAX / 1000} s`,
    notReady !== null && notReady <= READINESS_MS_MAX,
    inSeconds(notReady),
  );
  await sleep(Math.max(0, DATABASE_CUT_MS - (performance.now() - begun)));
  databaseHost.heal();
  const ready = await until(async () => (await readiness(gateway, caller)) === 200, RECOVERY_MS_MAX, 200);
  yield measure(
    `database back: /readyz is 200 within ${RECOVERY_MS_MAX / 1000} s`,
    ready !== null,
    inSeconds(ready),
  );
  const ended = await until(
    async () => {
      const { projects, projectsCompleted, jobs } = await takeAccount(installation);
      return projects === projectsCompleted && jobs === 0;
    },
    RECOVERY_MS_MAX * 2,
    500,
  );
  yield measure(
    `database back: the project ends ≤ ${RECOVERY_MS_MAX / 1000} s after`,
    ended !== null && (ready ?? 0) + ended <= RECOVERY_MS_MAX,
    ended === null ? 'never' : `${round(((ready ?? 0) + ended) / 1000)} s`,
  );
}
