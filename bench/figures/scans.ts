/** Free scans: what who pays notices of a flood of them. */
import { LIMITS } from '../../src/limits.ts';
import type { Figure } from '../figure.ts';
import { answerOf, serve, startProgram, stopAll } from '../load.ts';
import { spread } from '../measure.ts';
import type { Paying } from '../programs/paying-client.ts';
import type { Flood, Flooded } from '../programs/scan-flood-client.ts';
import { type Service, startService } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';

const FILE_BYTES = 100_000;
const TURN_MS = 4_000;
/** The flood begins before the paying caller, and ends after it. */
const FLOOD_MS = TURN_MS + 1_000;
const ROUNDS = 7;
/** As many as are let in at once, and four times as many, most of whose uploads the gateway has to refuse. */
const FLOODS = { 'as many free scans as run at once': LIMITS.scanAtOnceMax, 'a flood of free scans': 16 };
/** The limits are those of any installation: one credential would not do for the paying caller. */
const KEYS = 6;

/**
 * The figures of free scans. Their visitors share the machine with the service, so the floor is the same visitors at a
 * server that only refuses: what is above it is ours.
 */
export async function* scans(): AsyncGenerator<Figure> {
  using folder = temporaryFolder();
  const service = await startService(folder.path, {
    FLOWARDEN_LIMIT_FACTOR: '1',
    FLOWARDEN_TRUSTED_PROXIES: '127.0.0.0/8',
  });
  const credentials = await Promise.all(Array.from({ length: KEYS }, () => newKey(service)));
  const refuser = await serve('refusing-server.ts');
  const payer = startProgram('paying-client.ts');
  const visitors = startProgram('scan-flood-client.ts');
  await Promise.all([answerOf(payer), answerOf(visitors)]);
  const of = { url: service.url, bytes: FILE_BYTES };
  const pay = () => answerOf<number[]>(payer, { ...of, credentials, ms: TURN_MS } satisfies Paying);
  const flood = (count: number, url = service.url) =>
    answerOf<Flooded>(visitors, { ...of, url, ms: FLOOD_MS, visitors: count } satisfies Flood);
  const floodRefuser = (count: number) => flood(count, `http://127.0.0.1:${refuser.port}`);
  // The scanner's process starts with the first scan.
  await Promise.all([flood(1), pay()]);
  for (const [what, count] of Object.entries(FLOODS)) {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await pay();
      const [, besideRefuser] = await Promise.all([floodRefuser(count), pay()]);
      const [scans, beside] = await Promise.all([flood(count), pay()]);
      rounds.push({ alone, besideRefuser, beside, scans });
    }
    yield figureOf(what, rounds);
  }
  payer.kill();
  visitors.kill();
  stopAll({ refuser });
  await service.stop();
}

/** What the paying caller waited without scans, beside refused ones elsewhere and beside real ones, in ms. */
interface Round {
  readonly alone: readonly number[];
  readonly besideRefuser: readonly number[];
  readonly beside: readonly number[];
  readonly scans: Flooded;
}

/** The time that so many of a hundred calls took no longer than. */
function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length * percent) / 100)]!;
}

/** A caller at the pace of its limits calls too seldom for a slowest percent of each round: all rounds are one. */
function figureOf(what: string, rounds: readonly Round[]): Figure {
  const alone = rounds.flatMap((round) => round.alone);
  const floor = rounds.flatMap((round) => round.besideRefuser);
  const beside = rounds.flatMap((round) => round.beside);
  const median = (value: (round: Round) => number) => spread(rounds.map(value)).median;
  const ofRound = (round: Round) => percentile(round.beside, 99) / percentile(round.besideRefuser, 99);
  return {
    name: `validation beside ${what}, p99`,
    unit: 'ms',
    against: 'of the same while the visitors are at a server that refuses them all, by the clock',
    ...spread(rounds.map((round) => percentile(round.beside, 99))),
    median: percentile(beside, 99),
    ratio: percentile(beside, 99) / percentile(floor, 99),
    ratios: { wall: spread(rounds.map(ofRound)) },
    bar: { atMost: 2, stretch: 1.2 },
    n: ROUNDS,
    facts: {
      calls: beside.length,
      besideRefuserMs: percentile(floor, 99),
      aloneMs: percentile(alone, 99),
      timesAlone: percentile(beside, 99) / percentile(alone, 99),
      medianAloneMs: percentile(alone, 50),
      medianBesideMs: percentile(beside, 50),
      scansPerSecond: median(({ scans }) => scans.done),
      refusalsPerSecond: median(({ scans }) => scans.rejected),
    },
  };
}

/** The headers of a new key of the same organisation. */
async function newKey(service: Service): Promise<Readonly<Record<string, string>>> {
  const answer = await service.fetch('/api/v1/api-keys', {
    method: 'POST',
    body: JSON.stringify({ name: 'bench', scopes: ['analysis:write'] }),
    headers: { 'Content-Type': 'application/json' },
  });
  const { secret } = (await answer.json()) as { secret: string };
  return { ...service.headers, Authorization: `ApiKey ${secret}` };
}
