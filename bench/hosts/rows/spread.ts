/** Spread: the cores of one name get equal shares, a dead one costs no call, a new one gets its share. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fact, measure, round } from '../check.ts';
import type { Row } from '../row.ts';
import { CORES, type RoleOnHost } from '../service/installation.ts';
import { describe, failures, startCallers } from '../traffic/callers.ts';
import { uploadsOf } from '../traffic/requests.ts';
import { inSeconds, until } from '../traffic/until.ts';

const SIZES = {
  full: { cores: 3, gateways: 2, inFlight: 12, calls: 1_500 },
  quick: { cores: 2, gateways: 1, inFlight: 4, calls: 100 },
} as const;
const SHARE_OFF_MAX = 0.05;
const NEW_SHARE_MIN = 0.2;
const NEW_MS_MAX = 30_000;
const WINDOW_MS = 3_000;
const ANSWERS_MS_MAX = 60_000;
const METHOD = /method="ValidationService\/Validate"/;

const callsOf = (core: RoleOnHost) => core.metric('flowarden_grpc_call_seconds_count', METHOD);

/** Returns the share of each core in the calls until `isEnough` has resolved. */
async function sharesOf(
  cores: readonly RoleOnHost[],
  isEnough: () => Promise<unknown>,
): Promise<readonly number[]> {
  const before = await Promise.all(cores.map(callsOf));
  await isEnough();
  const calls = (await Promise.all(cores.map(callsOf))).map((after, index) => after - before[index]!);
  const all = calls.reduce((sum, count) => sum + count, 0);
  return calls.map((count) => count / all);
}

const percent = (shares: readonly number[]) => `${shares.map((share) => round(share * 100)).join(' / ')} %`;

export const spread: Row = async function* ({ installation, size }) {
  const { cores: count, gateways: gatewayCount, inFlight, calls } = SIZES[size];
  const { network } = installation;
  await installation.command(['migrate']);
  const startCore = (index: number) => installation.start('core', `core${index}`);
  const cores = await Promise.all(Array.from({ length: count }, (_, index) => startCore(index + 1)));
  network.setName(
    CORES,
    cores.map(({ host }) => host),
  );
  const gateways = await Promise.all(
    Array.from({ length: gatewayCount }, (_, index) => installation.start('gateway', `gateway${index + 1}`)),
  );
  const organisations = await installation.addCallers(4);
  const { validate } = uploadsOf(4_000);
  const callers = startCallers(inFlight, (caller) => {
    const gateway = gateways[caller % gateways.length]!;
    return validate(gateway.url, organisations[caller % organisations.length]!, randomUUID());
  });
  const answers = (count: number) => {
    const enough = callers.tally.okMs.length + count;
    return until(() => callers.tally.okMs.length >= enough, ANSWERS_MS_MAX, 20);
  };
  await answers(inFlight * 5);

  const shares = await sharesOf(cores, () => answers(calls));
  const off = Math.max(...shares.map((share) => Math.abs(share - 1 / count)));
  yield fact(
    `each of ${count} cores gets ${round(100 / count)} ± ${SHARE_OFF_MAX * 100} % of the calls`,
    off <= SHARE_OFF_MAX,
    percent(shares),
  );

  const dead = cores.at(-1)!;
  await dead.kill();
  await answers(inFlight * 20);
  yield fact('no call fails when a core is killed', failures(callers.tally) === 0, describe(callers.tally));

  if (size === 'full') {
    const added = await startCore(count + 1);
    const living = [...cores.slice(0, -1), added];
    network.setName(
      CORES,
      living.map(({ host }) => host),
    );
    let shareOfNew = 0;
    const took = await until(
      async () => {
        shareOfNew = (await sharesOf(living, () => sleep(WINDOW_MS))).at(-1)!;
        return shareOfNew >= NEW_SHARE_MIN;
      },
      NEW_MS_MAX,
      0,
    );
    yield measure(
      `a new core gets ≥ ${NEW_SHARE_MIN * 100} % within ${NEW_MS_MAX / 1000} s`,
      took !== null,
      `${percent([shareOfNew])} after ${inSeconds(took)}`,
    );
  }
  const tally = await callers.stop();
  yield fact('every call is answered with 200', failures(tally) === 0, describe(tally));
};
