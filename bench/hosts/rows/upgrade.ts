/** Rolling upgrade: every role of the version before is replaced by this one under load, the migration first. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fact } from '../check.ts';
import type { Row } from '../row.ts';
import { type Caller, CORES, type RoleOnHost } from '../service/installation.ts';
import { describeAccount, isEachOnce, takeAccount } from '../traffic/accounts.ts';
import { describe, startCallers, type Tally } from '../traffic/callers.ts';
import { type Answer, projectOf, send, submitProject, uploadsOf } from '../traffic/requests.ts';
import { until } from '../traffic/until.ts';

const SIZES = {
  full: { pauseMs: 4_000, files: 400, inFlight: 2 },
  quick: { pauseMs: 1_000, files: 50, inFlight: 1 },
} as const;
/** Longest time until the gateways have looked up a name again. */
const LOOKED_UP_MS = 11_000;
const END_MS_MAX = 60_000;
const JOBS_SETTINGS = { FLOWARDEN_DATABASE_CONNECTIONS: '5' };

/** Creates an organisation by the command of the version, whose tables this program may not know. */
function readKey(output: string): Caller {
  const [key] = /fwd_live_\w+/.exec(output) ?? [];
  const [orgId] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(output) ?? [];
  if (key === undefined || orgId === undefined) throw new Error(`No key was made: ${output}`);
  return { key, orgId };
}

/** Calls through the gateways in rotation, as a load balancer does: one that closes its connection is left for another. */
function createBalancer(gateways: RoleOnHost[]) {
  let turn = 0;
  return async (call: (url: string) => Promise<Answer>): Promise<Answer> => {
    for (let left = gateways.length; ; left -= 1) {
      turn += 1;
      const answer = await call(gateways[turn % gateways.length]!.url);
      if (answer.status !== 0 || left <= 0) return answer;
    }
  };
}

export const upgrade: Row = async function* ({ installation, size, before }) {
  const { pauseMs, files, inFlight } = SIZES[size];
  const old = before!;
  const { network, start } = installation;
  await installation.command(['migrate'], old);
  const caller = readKey(
    await installation.command(['keys', 'create', '--name', 'Upgrade', '--new-org', 'Upgrade'], old),
  );
  const cores = [await start('core', 'old-core1', {}, old), await start('core', 'old-core2', {}, old)];
  const nameCores = () =>
    network.setName(
      CORES,
      cores.map(({ host }) => host),
    );
  nameCores();
  const gateways = [await start('gateway', 'old-gw1', {}, old), await start('gateway', 'old-gw2', {}, old)];
  let jobs = await start('jobs', 'old-jobs', JOBS_SETTINGS, old);
  let deliveries = await start('deliveries', 'old-dlv', {}, old);

  const balanced = createBalancer(gateways);
  const { validate, validateLater } = uploadsOf(4_000);
  const accepted: string[] = [];
  const kinds: Readonly<Record<string, () => Promise<Answer>>> = {
    validations: () => {
      // One key for all attempts of the balancer.
      const key = randomUUID();
      return balanced((url) => validate(url, caller, key));
    },
    submissions: async () => {
      const answer = await balanced((url) => validateLater(url, caller));
      if (answer.status === 200)
        accepted.push((JSON.parse(answer.text) as { validationId: string }).validationId);
      await sleep(30);
      return answer;
    },
    lists: () => balanced((url) => send(`${url}/api/v1/validations?pageSize=20`, caller)),
    results: async () => {
      const id = accepted.at(-1);
      if (id === undefined) return { status: await sleep(50, 200), text: '' };
      return balanced((url) => send(`${url}/api/v1/results/${id}?wait=2`, caller));
    },
  };
  const running = Object.entries(kinds).map(([kind, call]) => ({
    kind,
    callers: startCallers(inFlight, call),
  }));
  const project = () => submitProject(gateways[0]!.url, caller, projectOf(randomUUID(), files));

  await project();
  await sleep(pauseMs);
  const applied = (await installation.command(['migrate'])).trim();
  yield { note: `migration under load: ${applied}` };
  await sleep(pauseMs);
  // The order of docs/operations.md: what works later first, then the cores, the gateways last.
  await jobs.stop();
  jobs = await start('jobs', 'new-jobs', JOBS_SETTINGS);
  await deliveries.stop();
  deliveries = await start('deliveries', 'new-dlv');
  await project();
  await sleep(pauseMs);
  for (const index of [1, 2]) {
    cores.push(await start('core', `new-core${index}`));
    nameCores();
    await sleep(LOOKED_UP_MS);
    const leaving = cores.shift()!;
    nameCores();
    await leaving.stop();
    await sleep(pauseMs);
  }
  for (const index of [1, 2]) {
    gateways.push(await start('gateway', `new-gw${index}`));
    const leaving = gateways.shift()!;
    await leaving.stop();
    await sleep(pauseMs);
  }
  await project();
  const tallies: (readonly [string, Tally])[] = [];
  for (const { kind, callers } of running) tallies.push([kind, await callers.stop()]);
  for (const [kind, tally] of tallies) {
    const wrong = [...tally.statuses].filter(([status]) => status === 0 || status >= 500);
    yield fact(`${kind}: no answer of 5xx, none lost`, wrong.length === 0, describe(tally));
  }
  const hasEnded = await until(
    async () => {
      const { unended, jobs: left, projects, projectsCompleted } = await takeAccount(installation);
      return unended === 0 && left === 0 && projects === projectsCompleted;
    },
    END_MS_MAX,
    500,
  );
  const account = await takeAccount(installation);
  yield fact(
    'every accepted submission and project ends, each once',
    hasEnded !== null && isEachOnce(account) && account.projects === 3,
    `${accepted.length} submissions; ${describeAccount(account)}`,
  );
  const usage = await send(`${gateways[0]!.url}/api/v1/usage`, caller);
  const { used } = JSON.parse(usage.text) as { used: number };
  yield fact(
    'the usage of the month is that of all versions together',
    used === account.validations,
    `${used} of ${account.validations} validations`,
  );
};
