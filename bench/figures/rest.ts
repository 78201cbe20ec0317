/** REST: what an upload costs the gateway, against Express with multer as their documentation has it. */
import type { Figure } from '../figure.ts';
import { answerOf, inTurns, ROUNDS, serve, startProgram, stopAll, timesAsMany } from '../load.ts';
import { spread } from '../measure.ts';
import type { Strain } from '../programs/strained-client.ts';

const FILE_BYTES = 100_000;
const CLIENT = 'rest-client.ts';
const SERVER = 'rest-server.ts';
const STRAIN_MS = 2_000;
const HOSTILE = 8;

/** The form alone: both answer by themselves. */
async function alone(): Promise<Figure> {
  const servers = { own: await serve(SERVER, 'own'), peer: await serve(SERVER, 'peer') };
  const { own, peer } = await inTurns(servers, { client: CLIENT, bytes: FILE_BYTES });
  stopAll(servers);
  const times = timesAsMany(own, peer);
  return {
    name: 'REST upload of 100 KB',
    against: 'of the processor time of Express with multer in memory: how many times less',
    ...times,
    ratio: times.ratios.cpu.median,
    bar: { atLeast: 1.2, stretch: 2 },
  };
}

/** The whole way: the core is asked over gRPC. */
async function withCore(): Promise<Figure> {
  const core = await serve('rpc-server.ts', 'transport');
  const servers = {
    own: await serve(SERVER, 'own', String(core.port)),
    peer: await serve(SERVER, 'peer', String(core.port)),
  };
  const { own, peer } = await inTurns(servers, { client: CLIENT, bytes: FILE_BYTES });
  stopAll({ ...servers, core });
  const times = timesAsMany(own, peer);
  return {
    name: 'REST upload of 100 KB, core behind',
    against: 'times as many as Express with multer and a grpc.Client, which ask nobody before they read',
    ...times,
    ratio: times.ratios.cpu.median,
    bar: null,
  };
}

/** What callers notice of others that go away, dawdle, send nonsense and far too much. */
async function strained(): Promise<Figure> {
  const server = await serve(SERVER, 'own');
  const client = startProgram('strained-client.ts');
  await answerOf(client);
  const slowest = (hostile: number): Promise<number> => {
    const asked: Strain = { port: server.port, bytes: FILE_BYTES, ms: STRAIN_MS, hostile };
    return answerOf<number>(client, asked);
  };
  await slowest(HOSTILE);
  const pairs: { readonly own: number; readonly peer: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    pairs.push({ peer: await slowest(0), own: await slowest(HOSTILE) });
  }
  client.kill();
  stopAll({ server });
  const wall = spread(pairs.map(({ own, peer }) => own / peer));
  return {
    name: 'REST upload beside hostile ones, p99',
    unit: 'ms',
    against: 'of the same without them, by the clock',
    ...spread(pairs.map(({ own }) => own)),
    ratio: wall.median,
    ratios: { wall },
    bar: { atMost: 2, stretch: 1.2 },
    n: ROUNDS,
    facts: { aloneMs: spread(pairs.map(({ peer }) => peer)).median, hostile: HOSTILE },
  };
}

/** The figures of REST. */
export async function* rest(): AsyncGenerator<Figure> {
  yield await alone();
  yield await withCore();
  yield await strained();
}
