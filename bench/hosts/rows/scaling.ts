/** Scaling shape: throughput of hosts that are equally weak, and the number of them at which it stops growing with them. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { spread } from '../../measure.ts';
import { measure, round } from '../check.ts';
import { openQuotas, quotasAbsent } from '../network/quotas.ts';
import type { Row } from '../row.ts';
import type { Caller, Installation, RoleOnHost } from '../service/installation.ts';
import { describe, failures, startCallers, type Tally } from '../traffic/callers.ts';
import { uploadsOf } from '../traffic/requests.ts';

const SIZES = {
  full: { steps: [1, 2, 4], rounds: 5, turnMs: 8_000, warmUpMs: 10_000 },
  quick: { steps: [1, 2, 4], rounds: 2, turnMs: 2_000, warmUpMs: 4_000 },
} as const;
/** Share of a processor that a core's host has. */
const SHARE = 0.1;
/** Throughput of so many hosts, as a multiple of that of one. */
const BARS: Readonly<Record<number, number>> = { 2: 1.9, 4: 3.6 };
const IN_FLIGHT_PER_CORE = 24;
const FILE_BYTES = 20_000;
/** Share of the throughput of as many single hosts below which the shape has its knee. */
const KNEE = 0.9;

/** One turn of a step. */
interface Turn {
  readonly perSecond: number;
  /** Processors in use meanwhile, by part. */
  readonly busy: Readonly<Record<string, number>>;
  readonly tally: Tally;
}

/** So many cores, and a gateway that calls them alone. */
interface Team {
  readonly cores: number;
  readonly gateway: RoleOnHost;
}

/**
 * Starts the cores, and divides them into teams of each size. Each core also works alone: were it always the same one,
 * its code would be the best compiled.
 */
async function startTeams(installation: Installation, sizes: readonly number[]) {
  const cores: RoleOnHost[] = [];
  // Starting all at once would exceed their time on two processors.
  for (let index = 1; index <= Math.max(...sizes); index += 1)
    cores.push(await installation.start('core', `core${index}`));
  const teams: Team[] = [];
  for (const size of sizes) {
    for (let first = 0; first + size <= cores.length; first += size) {
      const addresses = cores.slice(first, first + size).map(({ grpcAddress }) => grpcAddress);
      const gateway = await installation.start('gateway', `gateway${size}-${first}`, {
        FLOWARDEN_CORE_ADDRESS: addresses.join(),
      });
      teams.push({ cores: size, gateway });
    }
  }
  return { cores, teams };
}

/** Everything that a turn is measured on. */
interface Rig {
  readonly installation: Installation;
  readonly cores: readonly RoleOnHost[];
  readonly callers: readonly Caller[];
}

/** Holds the calls of a team in flight for so long. */
async function turnOf(
  { cores: count, gateway }: Team,
  { installation, cores, callers }: Rig,
  milliseconds: number,
): Promise<Turn> {
  const { validate } = uploadsOf(FILE_BYTES);
  const running = startCallers(count * IN_FLIGHT_PER_CORE, (caller) =>
    validate(gateway.url, callers[caller % callers.length]!),
  );
  // The first answers of a turn follow a pause.
  await sleep(milliseconds / 4);
  const parts = () => ({
    cores: cores.reduce((sum, core) => sum + core.cpuMs(), 0),
    gateway: gateway.cpuMs(),
    Postgres: installation.databaseCpuMs(),
    callers: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  const [before, answered, begun] = [parts(), running.tally.okMs.length, performance.now()];
  await sleep(milliseconds);
  const [after, wallMs] = [parts(), performance.now() - begun];
  const perSecond = (running.tally.okMs.length - answered) / (wallMs / 1000);
  const tally = await running.stop();
  const busy = Object.fromEntries(
    Object.entries(after).map(([part, ms]) => [part, (ms - before[part as keyof typeof before]) / wallMs]),
  );
  return { perSecond, busy, tally };
}

/** Mean throughput of the teams of a size in one round. */
const rateOf = (turns: readonly Turn[]) =>
  turns.reduce((sum, { perSecond }) => sum + perSecond, 0) / turns.length;

const describeBusy = (busy: Turn['busy']) =>
  Object.entries(busy)
    .map(([part, share]) => `${part} ${round(share, 2)}`)
    .join(', ');

export const scaling: Row = async function* ({ installation, size, run }) {
  const absent = quotasAbsent(run);
  if (absent !== null) {
    yield { name: 'scaling shape', skipped: absent };
    return;
  }
  const { steps, rounds, turnMs, warmUpMs } = SIZES[size];
  await installation.command(['migrate']);
  const { cores, teams } = await startTeams(installation, steps);
  const rig = { installation, cores, callers: await installation.addCallers(96) };
  const turn = (team: Team, milliseconds: number) => turnOf(team, rig, milliseconds);
  // Compiled code comes first: under a quota it would take minutes.
  for (const team of teams.toReversed()) await turn(team, warmUpMs);
  const quotas = openQuotas(run);
  for (const core of cores) quotas.limit(core.host.name, [core.pid], SHARE);
  const turns = new Map<number, Turn[][]>(steps.map((size) => [size, []]));
  for (let number = 0; number <= rounds; number += 1) {
    const ofRound = new Map<number, Turn[]>(steps.map((size) => [size, []]));
    for (const team of number % 2 === 0 ? teams : teams.toReversed())
      ofRound.get(team.cores)!.push(await turn(team, turnMs));
    // The first round fills the connections.
    if (number > 0) for (const [size, own] of ofRound) turns.get(size)!.push(own);
  }
  yield {
    note: `each core host has ${SHARE * 100} % of one of ${cpus().length} processors; files of ${FILE_BYTES / 1000} KB`,
  };
  let knee: string | null = null;
  for (const [count, own] of turns) {
    const failed = own.flat().filter(({ tally }) => failures(tally) > 0);
    if (failed.length > 0) yield measure('no call fails', false, describe(failed[0]!.tally));
    const rates = own.map(rateOf);
    const ratios = spread(rates.map((rate, index) => rate / rateOf(turns.get(1)![index]!)));
    const busy = describeBusy(own[own.length >> 1]![0]!.busy);
    const found = `${round(ratios.median)} (${round(ratios.min)}–${round(ratios.max)}), ${round(spread(rates).median)} validations/s; processors in use: ${busy}`;
    if (ratios.median < KNEE * count) knee ??= `${count} hosts give ${round(ratios.median)} times one`;
    const bar = BARS[count];
    if (bar === undefined) yield { note: `${count} core hosts: ${found}` };
    else yield measure(`${count} core hosts do ≥ ${bar} times the work of one`, ratios.median >= bar, found);
  }
  yield {
    note:
      knee === null
        ? `no knee up to ${Math.max(...steps)} hosts: each step gives ≥ ${KNEE * 100} % of its hosts`
        : `knee: ${knee}, below ${KNEE * 100} % of its hosts`,
  };
};
