/** REST: what an upload costs the gateway, against Express with multer as their documentation has it. */
import type { Figure } from '../figure.ts';
import { inTurns, serve, stopAll, timesAsMany } from '../load.ts';

const FILE_BYTES = 100_000;
const CLIENT = 'rest-client.ts';
const SERVER = 'rest-server.ts';

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

/** The figures of REST. */
export async function* rest(): AsyncGenerator<Figure> {
  yield await alone();
  yield await withCore();
}
