/** REST: the gateway's cost of an upload, against Express with multer as their documentation has it. */
import { ValidateResponse } from '../../src/gen/flowarden/v1/validation.ts';
import type { Figure } from '../figure.ts';
import { answerOf, inTurns, type Served, serve, startProgram, stopAll, timesAsMany } from '../load.ts';
import { spread } from '../measure.ts';
import { cannedAnswer } from '../programs/canned-answer.ts';
import type { Hostility } from '../programs/hostile-client.ts';
import type { Strain } from '../programs/strained-client.ts';

const FILE_BYTES = 100_000;
const CLIENT = 'rest-client.ts';
const SERVER = 'rest-server.ts';
/** Validation with some findings, as the servers get it. */
const ANSWER = Buffer.from(ValidateResponse.encode(cannedAnswer(20_000, 5)).finish()).toString('base64');
/** Calls until all code is compiled, as in a server that runs for long. */
const WARM_UP_CALLS = 6_000;
const STRAIN_MS = 2_000;
const STRAIN_ROUNDS = 7;
const HOSTILE = 8;

/** Measures the form alone: both respond by themselves. */
async function alone(): Promise<Figure> {
  const servers = { own: await serve(SERVER, 'own', ANSWER), peer: await serve(SERVER, 'peer', ANSWER) };
  const { own, peer } = await inTurns(servers, {
    client: CLIENT,
    bytes: FILE_BYTES,
    warmUpCalls: WARM_UP_CALLS,
  });
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

/** Measures the whole path: the gateway calls the core over gRPC. */
async function withCore(): Promise<Figure> {
  const core = await serve('rpc-server.ts', 'transport');
  const servers = {
    own: await serve(SERVER, 'own', ANSWER, String(core.port)),
    peer: await serve(SERVER, 'peer', ANSWER, String(core.port)),
  };
  const { own, peer } = await inTurns(servers, {
    client: CLIENT,
    bytes: FILE_BYTES,
    warmUpCalls: WARM_UP_CALLS,
  });
  stopAll({ ...servers, core });
  const times = timesAsMany(own, peer);
  return {
    name: 'REST upload of 100 KB, core behind',
    against: 'times as many as Express with multer and a grpc.Client, which check no caller before they read',
    ...times,
    ratio: times.ratios.cpu.median,
    bar: null,
  };
}

/**
 * Measures the effect of callers that disconnect, dawdle, lie about their length or send far too much on others.
 * All of them share the machine, so the floor is the same garbage sent to a server that only reads it: the rest is
 * ours.
 */
async function strained(): Promise<Figure> {
  const server = await serve(SERVER, 'own', ANSWER);
  const sink = await serve('sink-server.ts');
  const callers = startProgram('strained-client.ts');
  const hostile = startProgram('hostile-client.ts');
  await Promise.all([answerOf(callers), answerOf(hostile)]);
  const slowest = async (attacked: Served | null): Promise<number> => {
    const strain: Strain = { port: server.port, bytes: FILE_BYTES, ms: STRAIN_MS };
    const calls = answerOf<number>(callers, strain);
    if (attacked !== null) {
      const hostility: Hostility = { port: attacked.port, ms: STRAIN_MS, callers: HOSTILE };
      await answerOf(hostile, hostility);
    }
    return calls;
  };
  await slowest(server);
  const turns: { readonly aloneMs: number; readonly floorMs: number; readonly ownMs: number }[] = [];
  for (let round = 0; round < STRAIN_ROUNDS; round += 1) {
    const aloneMs = await slowest(null);
    turns.push({ aloneMs, floorMs: await slowest(sink), ownMs: await slowest(server) });
  }
  for (const child of [callers, hostile]) child.kill();
  stopAll({ server, sink });
  const wall = spread(turns.map(({ ownMs, floorMs }) => ownMs / floorMs));
  return {
    name: 'REST upload beside hostile ones, p99',
    unit: 'ms',
    against: 'of the same while the hostile ones are sent to a bare sink, by the clock',
    ...spread(turns.map(({ ownMs }) => ownMs)),
    ratio: wall.median,
    ratios: { wall },
    bar: { atMost: 2, stretch: 1.2 },
    n: STRAIN_ROUNDS,
    facts: {
      besideSinkMs: spread(turns.map(({ floorMs }) => floorMs)).median,
      aloneMs: spread(turns.map(({ aloneMs }) => aloneMs)).median,
      timesAlone: spread(turns.map(({ ownMs, aloneMs }) => ownMs / aloneMs)).median,
      hostile: HOSTILE,
    },
  };
}

/** Measures REST. */
export async function* rest(): AsyncGenerator<Figure> {
  yield await alone();
  yield await withCore();
  yield await strained();
}
