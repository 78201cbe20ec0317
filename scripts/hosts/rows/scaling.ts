/** Scaling shape: throughput of hosts that are equally weak, and the number of them at which it stops growing with them. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { spread } from '../../../bench/measure.ts';
import { measure, round } from '../check.ts';
import { openQuotas, quotasAbsent } from '../network/quotas.ts';
import type { Row } from '../row.ts';
import type { Caller, Installation, RoleOnHost } from '../service/installation.ts';
import { describe, failures, startCallers, type Tally } from '../traffic/callers.ts';
import { uploadsOf } from '../traffic/requests.ts';

const SIZES = {
  full: { steps: [1, 2, 4, 6], rounds: 4, turnMs: 3_000, warmUpMs: 8_000 },
  quick: { steps: [1, 2, 4], rounds: 2, turnMs: 2_000, warmUpMs: 4_000 },
} as const;
/** Share of a processor that a core's host has. */
const SHARE = 0.2;
/** Throughput of so many hosts, as a multiple of that of one. */
const BARS: Readonly<Record<number, number>> = { 2: 1.9, 4: 3.6 };
const IN_FLIGHT_PER_CORE = 6;
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

/** Gateway that calls the first `cores` of the cores. */
interface Step {
  readonly cores: number;
  readonly gateway: RoleOnHost;
}

/** Starts the cores, and a gateway for each step. */
async function startSteps(installation: Installation, steps: readonly number[]) {
  const cores: RoleOnHost[] = [];
  // Starting all at once would exceed their time on two processors.
  for (let index = 1; index <= Math.max(...steps); index += 1)
    cores.push(await installation.start('core', `core${index}`));
  const gateways: Step[] = [];
  for (const count of steps) {
    const addresses = cores.slice(0, count).map(({ grpcAddress }) => grpcAddress);
    const gateway = await installation.start('gateway', `gateway${count}`, {
      FLOWARDEN_CORE_ADDRESS: addresses.join(),
    });
    gateways.push({ cores: count, gateway });
  }
  return { cores, gateways };
}

/** Everything that a turn is measured on. */
interface Rig {
  readonly installation: Installation;
  readonly cores: readonly RoleOnHost[];
  readonly callers: readonly Caller[];
}

/** Holds the step's calls in flight for so long. */
async function turnOf(
  { cores: count, gateway }: Step,
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
  const { cores, gateways } = await startSteps(installation, steps);
  const rig = { installation, cores, callers: await installation.addCallers(16) };
  const turn = (step: Step, milliseconds: number) => turnOf(step, rig, milliseconds);
  // Compiled code comes first: under a quota it would take minutes.
  for (const step of gateways.toReversed()) await turn(step, warmUpMs);
  const quotas = openQuotas(run);
  for (const core of cores) quotas.limit(core.host.name, [core.pid], SHARE);
  const turns = new Map(gateways.map((step) => [step.cores, [] as Turn[]]));
  for (let number = 0; number <= rounds; number += 1) {
    for (const step of number % 2 === 0 ? gateways : gateways.toReversed()) {
      const one = await turn(step, turnMs);
      // The first round fills the connections.
      if (number > 0) turns.get(step.cores)!.push(one);
    }
  }
  yield {
    note: `each core host has ${SHARE * 100} % of one of ${cpus().length} processors; files of ${FILE_BYTES / 1000} KB`,
  };
  let knee: string | null = null;
  for (const [count, own] of turns) {
    const failed = own.reduce((sum, { tally }) => sum + failures(tally), 0);
    if (failed > 0)
      yield measure('no call fails', false, describe(own.find(({ tally }) => failures(tally) > 0)!.tally));
    const ratios = spread(own.map(({ perSecond }, index) => perSecond / turns.get(1)![index]!.perSecond));
    const rate = spread(own.map(({ perSecond }) => perSecond)).median;
    const busy = describeBusy(own[own.length >> 1]!.busy);
    const found = `${round(ratios.median)} (${round(ratios.min)}–${round(ratios.max)}), ${round(rate)} validations/s; processors in use: ${busy}`;
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
