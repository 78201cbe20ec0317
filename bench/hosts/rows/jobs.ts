/** Jobs: three hosts share a flood of one organisation, small jobs of many others, and two large projects. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fact, measure, round } from '../check.ts';
import { openQuotas, quotasAbsent } from '../network/quotas.ts';
import type { Row, RowContext } from '../row.ts';
import { type Caller, CORES, type RoleOnHost } from '../service/installation.ts';
import { completedOf, describeAccount, isEachOnce, takeAccount } from '../traffic/accounts.ts';
import { startCallers } from '../traffic/callers.ts';
import { projectOf, submitProject, uploadsOf } from '../traffic/requests.ts';
import { inSeconds, until } from '../traffic/until.ts';

const SIZES = {
  full: { flood: 2_000, organisations: 99, each: 163, files: 2_000, projects: 2, turnMs: 10_000 },
  quick: { flood: 400, organisations: 9, each: 20, files: 100, projects: 1, turnMs: 3_000 },
} as const;
const HOSTS = 3;
const CORES_COUNT = 2;
/** Share of a processor of each jobs host, so that they and not the cores are the limit. */
const SHARE = 0.05;
const HOSTS_RATIO_MIN = 2.5;
const SUBMITTERS = 32;
/** Files of 2 KB: the queue is what is measured. */
const FILE_BYTES = 2_000;
const SUBMIT_MS_MAX = 1_200_000;
const DRAIN_MS_MAX = 420_000;
/** Jobs of the flood that may pass besides its turns: those that the hosts have taken already. */
const TAKEN_MAX = 100;
const SETTINGS = { FLOWARDEN_DATABASE_CONNECTIONS: '5' };

/** Submits the runs of a list of organisations, in its order; returns how many were not accepted in time. */
async function submit(gateway: RoleOnHost, owners: readonly Caller[]): Promise<number> {
  const { validateLater } = uploadsOf(FILE_BYTES);
  let next = 0;
  const callers = startCallers(SUBMITTERS, async () => {
    const owner = owners[next];
    next += 1;
    // A caller that has nothing left to send waits for the others.
    if (owner === undefined) return { status: await sleep(50, 200), text: '' };
    return validateLater(gateway.url, owner);
  });
  await until(() => next >= owners.length, SUBMIT_MS_MAX, 50);
  const { statuses } = await callers.stop();
  return [...statuses].reduce(
    (sum, [status, count]) => sum + (status === 200 ? 0 : count),
    Math.max(0, owners.length - next),
  );
}

async function startJobs(
  { installation, run }: RowContext,
  index: number,
  isWeak: boolean,
): Promise<RoleOnHost> {
  const jobs = await installation.start('jobs', `jobs${index}`, SETTINGS);
  if (isWeak) openQuotas(run).limit(jobs.host.name, [jobs.pid], SHARE);
  return jobs;
}

async function rateIn(installation: RowContext['installation'], milliseconds: number): Promise<number> {
  const [before, begun] = [await completedOf(installation), performance.now()];
  await sleep(milliseconds);
  return ((await completedOf(installation)) - before) / ((performance.now() - begun) / 1000);
}

export const jobs: Row = async function* (context) {
  const { installation, size, run } = context;
  const { flood, organisations, each, files, projects, turnMs } = SIZES[size];
  const absent = quotasAbsent(run);
  await installation.command(['migrate']);
  const cores: RoleOnHost[] = [];
  for (let index = 1; index <= CORES_COUNT; index += 1)
    cores.push(await installation.start('core', `core${index}`));
  installation.network.setName(
    CORES,
    cores.map(({ host }) => host),
  );
  const gateway = await installation.start('gateway', 'gateway');
  const [flooding, ...others] = await installation.addCallers(organisations + 1);
  const submitFlood = (length: number) =>
    submit(
      gateway,
      Array.from({ length }, () => flooding!),
    );
  const rejected = await submitFlood(flood);

  const first = await startJobs(context, 1, absent === null);
  await rateIn(installation, turnMs / 2);
  const one = await rateIn(installation, turnMs);
  const hosts = [
    first,
    ...(await Promise.all([2, 3].map((index) => startJobs(context, index, absent === null)))),
  ];
  await rateIn(installation, turnMs / 2);
  const three = await rateIn(installation, turnMs);
  if (absent === null)
    yield measure(
      `${HOSTS} jobs hosts do ≥ ${HOSTS_RATIO_MIN} times the jobs of one`,
      three / one >= HOSTS_RATIO_MIN,
      `${round(three / one)}: ${round(three)} against ${round(one)} jobs/s, each host with ${SHARE * 100} % of a processor`,
    );
  else yield { name: `${HOSTS} jobs hosts do ≥ ${HOSTS_RATIO_MIN} times the jobs of one`, skipped: absent };
  for (const host of hosts) if (absent === null) openQuotas(run).limit(host.host.name, [host.pid], 1);

  const archives = await Promise.all(
    Array.from({ length: projects }, (_, index) =>
      submitProject(gateway.url, others[index]!, projectOf(`project${index}`, files)),
    ),
  );
  // No organisation may have more waiting at once: what has ended makes room.
  const again = await completedOf(installation);
  const rejectedAgain = await submitFlood(again);
  const inTurns = Array.from({ length: each }, () => others).flat();
  const rejectedInAll = rejected + rejectedAgain + (await submit(gateway, inTurns));
  const submittedAt = Date.now();
  const took = await until(
    async () => {
      const { unended, jobs: left, projectsCompleted } = await takeAccount(installation);
      return unended === 0 && left === 0 && projectsCompleted === archives.length;
    },
    DRAIN_MS_MAX,
    1_000,
  );
  const account = await takeAccount(installation);
  const submitted = flood + again + organisations * each;
  const runs = await Promise.all(
    cores.map((core) => core.metric('flowarden_async_validation_seconds_count')),
  );
  const begun = runs.reduce((sum, count) => sum + count, 0);
  yield fact(
    'every submission is accepted',
    rejectedInAll === 0,
    `${rejectedInAll} of ${submitted} were not`,
  );
  yield fact(
    `${submitted} runs and ${projects} projects of ${files} files end, each once`,
    took !== null &&
      isEachOnce(account) &&
      account.completed === submitted + account.items &&
      begun === submitted,
    `${begun} runs; ${describeAccount(account)}; after ${inSeconds(took)}`,
  );
  const [turns] = await installation.query(
    (sql) => sql<
      { floodBetween: number; lastOfOthers: Date; lastOfFlood: Date; slowest: number; fastest: number }[]
    >`
      with runs as (
        select org_id, created_at, validated_at from validations v
        where not exists (select from project_items i where i.org_id = v.org_id and i.validation_id = v.id)
      ), others as (
        select org_id, max(validated_at) as last_at from runs where org_id <> ${flooding!.orgId} group by org_id
      )
      select (select max(last_at) from others) as last_of_others,
        (select max(validated_at) from runs where org_id = ${flooding!.orgId}) as last_of_flood,
        (select extract(epoch from max(last_at) - min(last_at))::float8 from others) as slowest,
        (select count(*)::int from runs where org_id = ${flooding!.orgId}
          and validated_at between ${new Date(submittedAt)} and (select max(last_at) from others)) as flood_between`,
  );
  const { floodBetween, lastOfOthers, slowest } = turns!;
  yield fact(
    `until ${organisations} organisations have ended ${each} runs each, the flood gets ≤ ${each + TAKEN_MAX} more`,
    floodBetween <= each + TAKEN_MAX,
    `${floodBetween}; they ended ${inSeconds(Math.max(0, lastOfOthers.getTime() - submittedAt))} after the last submission, within ${round(slowest)} s of each other`,
  );
};
