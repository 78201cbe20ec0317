/** gRPC: what the way costs besides the validation, and our server against one straight from grpc-js. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Bar, Figure, Skipped } from '../figure.ts';
import { spread } from '../measure.ts';
import type { Load } from '../programs/rpc-client.ts';
import type { Handling, Question } from '../programs/rpc-server.ts';

const FILE_BYTES = 51_000;
const UNARY_BYTES = 100_000;
const IN_FLIGHT = 16;
const LOAD_MS = 1500;
const ROUNDS = 5;

interface Served {
  readonly child: ChildProcess;
  readonly port: number;
}

async function answerOf<Answer>(child: ChildProcess, question?: Load | Question): Promise<Answer> {
  const answered = once(child, 'message');
  if (question !== undefined) child.send(question);
  const [answer] = await answered;
  return answer as Answer;
}

const program = (name: string): string => join(import.meta.dirname, '../programs', name);

async function serve(handling: Handling): Promise<Served> {
  const child = fork(program('rpc-server.ts'), [handling], { execArgv: [] });
  return { child, port: await answerOf<number>(child) };
}

async function openClient(): Promise<ChildProcess> {
  const child = fork(program('rpc-client.ts'), [], { execArgv: [] });
  await answerOf(child);
  return child;
}

interface Loaded {
  readonly callsPerSecond: number;
  readonly cpuMsPerCall: number;
}

/** Loads a server for a while. */
async function load(client: ChildProcess, { child, port }: Served, bytes: number): Promise<Loaded> {
  const before = await answerOf<number>(child, { ask: 'cpuMs' });
  const calls = await answerOf<number>(client, { port, bytes, inFlight: IN_FLIGHT, ms: LOAD_MS });
  const cpuMs = (await answerOf<number>(child, { ask: 'cpuMs' })) - before;
  return { callsPerSecond: calls, cpuMsPerCall: cpuMs / (calls * (LOAD_MS / 1000)) };
}

type Servers<Name extends string> = Readonly<Record<Name, Served>>;

/** Loads the servers in turns, and does something else once a round; entry i of each list belongs to one round. */
async function inTurns<Name extends string>(
  servers: Servers<Name>,
  bytes: number,
  besides: () => Promise<unknown> = async () => {},
): Promise<Record<Name, Loaded[]>> {
  const client = await openClient();
  const names = Object.keys(servers) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Loaded[]>;
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of names) {
      const result = await load(client, servers[name], bytes);
      if (round >= 0) results[name].push(result);
    }
    if (round >= 0) await besides();
  }
  client.kill();
  return results;
}

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
    transport: await serve('transport'),
    inline: await serve('inline'),
    pool: await serve('pool'),
  };
  const { child } = servers.inline;
  const validationMs: number[] = [];
  const results = await inTurns(servers, FILE_BYTES, async () => {
    validationMs.push(await answerOf<number>(child, { ask: 'validationCpuMs', bytes: FILE_BYTES }));
  });
  for (const { child } of Object.values(servers)) child.kill();
  return [
    overhead('gRPC validation, inline', results, 'inline', validationMs, { atMost: 1.35, stretch: 1.2 }),
    overhead('gRPC validation, pool', results, 'pool', validationMs, { atMost: 1.8, stretch: 1.5 }),
  ];
}

async function unary(): Promise<Figure> {
  const servers = { own: await serve('transport'), stock: await serve('stock') };
  const { own, stock } = await inTurns(servers, UNARY_BYTES);
  for (const { child } of Object.values(servers)) child.kill();
  const wall = spread(own.map(({ callsPerSecond }, i) => callsPerSecond / stock[i]!.callsPerSecond));
  const cpu = spread(own.map(({ cpuMsPerCall }, i) => stock[i]!.cpuMsPerCall / cpuMsPerCall));
  return {
    name: 'gRPC unary of 100 KB / stock server',
    unit: 'calls/s',
    against: 'times as many calls as a grpc.Server without our settings',
    ...spread(own.map(({ callsPerSecond }) => callsPerSecond)),
    ratio: wall.median,
    ratios: { wall, cpu },
    bar: { atLeast: 1.5, stretch: 2 },
    n: ROUNDS,
    cpu: {
      own: spread(own.map(({ cpuMsPerCall }) => cpuMsPerCall)).median,
      peer: spread(stock.map(({ cpuMsPerCall }) => cpuMsPerCall)).median,
    },
  };
}

/** The figures of gRPC. */
export async function* rpc(): AsyncGenerator<Figure | Skipped> {
  yield await unary();
  yield* await validations();
}
