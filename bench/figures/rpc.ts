/** gRPC: the cost of the transport besides the validation, and our server against one straight from grpc-js. */
import type { Bar, Figure, Skipped } from '../figure.ts';
import { answerOf, inTurns, type Loaded, ROUNDS, serve, stopAll, timesAsMany } from '../load.ts';
import { spread } from '../measure.ts';
import { startDatabase } from '../postgres.ts';
import type { Question } from '../programs/rpc-server.ts';

const FILE_BYTES = 51_000;
const UNARY_BYTES = 100_000;
const UPLOAD_BYTES = 10_000_000;
const CLIENT = 'rpc-client.ts';
const SERVER = 'rpc-server.ts';

function overhead(
  name: string,
  results: Readonly<Record<'transport' | 'inline' | 'pool', readonly Loaded[]>>,
  handling: 'inline' | 'pool',
  validationMs: readonly number[],
  bar: Bar,
): Figure {
  const own = spread(results[handling].map(({ cpuMsPerCall }) => cpuMsPerCall));
  const cpu = spread(
    results[handling].map(
      ({ cpuMsPerCall }, i) => cpuMsPerCall / (results.transport[i]!.cpuMsPerCall + validationMs[i]!),
    ),
  );
  const transportMs = spread(results.transport.map(({ cpuMsPerCall }) => cpuMsPerCall)).median;
  return {
    name,
    unit: 'ms CPU',
    against: 'of an empty call plus the same validation in process, processor time of the server',
    ...own,
    ratio: cpu.median,
    ratios: { cpu },
    bar,
    n: ROUNDS,
    facts: {
      transportMs,
      validationMs: spread(validationMs).median,
      callsPerSecond: spread(results[handling].map(({ callsPerSecond }) => callsPerSecond)).median,
    },
  };
}

async function validations(): Promise<Figure[]> {
  const servers = {
    transport: await serve(SERVER, 'transport'),
    inline: await serve(SERVER, 'inline'),
    pool: await serve(SERVER, 'pool'),
  };
  const validationMs: number[] = [];
  const results = await inTurns(servers, {
    client: CLIENT,
    bytes: FILE_BYTES,
    async besides() {
      const question: Question = { query: 'validationCpuMs', bytes: FILE_BYTES };
      validationMs.push(await answerOf<number>(servers.inline.child, question));
    },
  });
  stopAll(servers);
  return [
    overhead('gRPC validation, inline', results, 'inline', validationMs, { atMost: 1.35, stretch: 1.2 }),
    overhead('gRPC validation, pool', results, 'pool', validationMs, { atMost: 1.8, stretch: 1.5 }),
  ];
}

async function unary(): Promise<Figure> {
  const servers = { own: await serve(SERVER, 'transport'), stock: await serve(SERVER, 'stock') };
  const { own, stock } = await inTurns(servers, { client: CLIENT, bytes: UNARY_BYTES });
  stopAll(servers);
  const times = timesAsMany(own, stock);
  return {
    name: 'gRPC unary of 100 KB / stock server',
    against: 'times as many calls as a grpc.Server without our settings',
    ...times,
    ratio: times.ratios.wall.median,
    bar: { atLeast: 1.5, stretch: 2 },
  };
}

/** Measures the core's cost of admission and storage, besides the analysis. */
async function stored(): Promise<Figure> {
  await using database = await startDatabase();
  const about = JSON.stringify(database);
  const servers = {
    pool: await serve(SERVER, 'pool'),
    stored: await serve('core-server.ts', about, 'open'),
    guarded: await serve('core-server.ts', about, 'guarded'),
  };
  const headers = { authorization: `ApiKey ${database.key}`, 'x-org-id': database.orgId };
  const results = await inTurns(servers, {
    client: CLIENT,
    clientArgv: [JSON.stringify(headers)],
    bytes: FILE_BYTES,
  });
  stopAll(servers);
  const msOf = (name: keyof typeof servers) => results[name].map(({ cpuMsPerCall }) => cpuMsPerCall);
  const pool = msOf('pool');
  const cpu = spread(msOf('guarded').map((ms, i) => ms / pool[i]!));
  return {
    name: 'gRPC validation, guarded and stored',
    unit: 'ms CPU',
    against: 'of one without guards and storage, processor time of the core',
    ...spread(msOf('guarded')),
    ratio: cpu.median,
    ratios: { cpu },
    bar: { atMost: 1.35, stretch: 1.2 },
    n: ROUNDS,
    facts: { neitherMs: spread(pool).median, storedMs: spread(msOf('stored')).median },
  };
}

/** Measures a large file in chunks, which the caller writes as a gateway does: its cost counts as much as ours. */
async function upload(): Promise<Figure> {
  const servers = { own: await serve(SERVER, 'upload'), post: await serve('post-server.ts') };
  const { own, post } = await inTurns(servers, {
    client: 'upload-client.ts',
    clientArgv: [String(servers.post.port)],
    bytes: UPLOAD_BYTES,
    inFlight: 1,
    warmUpCalls: 50,
  });
  stopAll(servers);
  const times = timesAsMany(own, post);
  return {
    name: 'gRPC upload of 10 MB / HTTP POST',
    against: 'times as many as node:http takes as one body',
    ...times,
    unit: 'uploads/s',
    ratio: times.ratios.wall.median,
    bar: { atLeast: 0.5, stretch: 0.8 },
  };
}

/** Measures gRPC. */
export async function* rpc(): AsyncGenerator<Figure | Skipped> {
  yield await unary();
  yield await upload();
  yield* await validations();
  yield await stored();
}
