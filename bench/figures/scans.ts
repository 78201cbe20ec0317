/** Free scans: the effect of a flood of them on a paying caller. */
import { SCAN_AT_ONCE_MAX } from '../../src/service/rate-limits/budgets.ts';
import type { Figure } from '../figure.ts';
import { answerOf, serve, startProgram, stopAll } from '../load.ts';
import { spread } from '../measure.ts';
import type { Paying } from '../programs/paying-client.ts';
import type { Flood, Flooded } from '../programs/scan-flood-client.ts';
import { type Service, startService } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';

const FILE_BYTES = 100_000;
const TURN_MS = 4_000;
/** Duration of the flood, which begins before the paying caller and ends after it. */
const FLOOD_MS = TURN_MS + 1_000;
const ROUNDS = 7;
/** Concurrent scans: as many as are admitted, and four times as many, most of which the gateway must reject. */
const FLOODS = {
  'as many free scans as run at once': SCAN_AT_ONCE_MAX,
  'a flood of free scans': 16,
};
/** Keys of the paying caller: the limits are those of any installation, and one credential would not suffice. */
const KEYS = 6;

/**
 * Measures the free scans. Their visitors share the machine with the service.
 * So the floor is the same visitors at a server that only rejects: the difference is the cost of the service.
 */
export async function* scans(): AsyncGenerator<Figure> {
  using folder = temporaryFolder();
  const service = await startService(folder.path, {
    FLOWARDEN_LIMIT_FACTOR: '1',
    FLOWARDEN_TRUSTED_PROXIES: '127.0.0.0/8',
  });
  const credentials = await Promise.all(Array.from({ length: KEYS }, () => newKey(service)));
  const rejecting = await serve('rejecting-server.ts');
  const payer = startProgram('paying-client.ts');
  const visitors = startProgram('scan-flood-client.ts');
  await Promise.all([answerOf(payer), answerOf(visitors)]);
  const of = { url: service.url, bytes: FILE_BYTES };
  const pay = () => answerOf<number[]>(payer, { ...of, credentials, ms: TURN_MS } satisfies Paying);
  const flood = (count: number, url = service.url) =>
    answerOf<Flooded>(visitors, { ...of, url, ms: FLOOD_MS, visitors: count } satisfies Flood);
  const floodRejecting = (count: number) => flood(count, `http://127.0.0.1:${rejecting.port}`);
  // The scanner's process starts with the first scan.
  await Promise.all([flood(1), pay()]);
  for (const [what, count] of Object.entries(FLOODS)) {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await pay();
      const [, besideRejecting] = await Promise.all([floodRejecting(count), pay()]);
      const [scans, beside] = await Promise.all([flood(count), pay()]);
      rounds.push({ alone, besideRejecting, beside, scans });
    }
    yield figureOf(what, rounds);
  }
  payer.kill();
  visitors.kill();
  stopAll({ rejecting });
  await service.stop();
}

/** Waiting times of the paying caller without scans, beside rejected ones elsewhere and beside real ones, in ms. */
interface Round {
  readonly alone: readonly number[];
  readonly besideRejecting: readonly number[];
  readonly beside: readonly number[];
  readonly scans: Flooded;
}

/** Returns the percentile of the times. */
function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length * percent) / 100)]!;
}

/**
 * Builds one figure of all rounds: at the pace of its limits, a caller makes too few calls for a percentile per round.
 */
function figureOf(what: string, rounds: readonly Round[]): Figure {
  const alone = rounds.flatMap((round) => round.alone);
  const floor = rounds.flatMap((round) => round.besideRejecting);
  const beside = rounds.flatMap((round) => round.beside);
  const median = (value: (round: Round) => number) => spread(rounds.map(value)).median;
  const ofRound = (round: Round) => percentile(round.beside, 99) / percentile(round.besideRejecting, 99);
  return {
    name: `validation beside ${what}, p99`,
    unit: 'ms',
    against: 'of the same while the visitors are at a server that rejects them all, by the clock',
    ...spread(rounds.map((round) => percentile(round.beside, 99))),
    median: percentile(beside, 99),
    ratio: percentile(beside, 99) / percentile(floor, 99),
    ratios: { wall: spread(rounds.map(ofRound)) },
    bar: { atMost: 2, stretch: 1.2 },
    n: ROUNDS,
    facts: {
      calls: beside.length,
      besideRejectingMs: percentile(floor, 99),
      aloneMs: percentile(alone, 99),
      timesAlone: percentile(beside, 99) / percentile(alone, 99),
      medianAloneMs: percentile(alone, 50),
      medianBesideMs: percentile(beside, 50),
      scansPerSecond: median(({ scans }) => scans.done),
      rejectionsPerSecond: median(({ scans }) => scans.rejected),
    },
  };
}

/** Creates a key of the same organisation and returns its headers. */
async function newKey(service: Service): Promise<Readonly<Record<string, string>>> {
  const answer = await service.fetch('/api/v1/api-keys', {
    method: 'POST',
    body: JSON.stringify({ name: 'bench', scopes: ['analysis:write'] }),
    headers: { 'Content-Type': 'application/json' },
  });
  const { secret } = (await answer.json()) as { secret: string };
  return { ...service.headers, Authorization: `ApiKey ${secret}` };
}
