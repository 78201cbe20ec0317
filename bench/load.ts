/** Servers and their callers, each in a process of its own: loaded in turns, with the processor time of the servers. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { spread } from './measure.ts';

/** Request to a client program; its reply is calls per second. */
export interface Load {
  readonly port: number;
  readonly bytes: number;
  readonly inFlight: number;
  readonly ms: number;
}

/** Query that every server program supports; its reply is a number. */
export interface CpuQuestion {
  readonly query: 'cpuMs';
}

/** Running server. */
export interface Served {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Performance of a server in one turn. */
export interface Loaded {
  readonly callsPerSecond: number;
  readonly cpuMsPerCall: number;
}

export interface LoadOptions {
  /** File of `programs/` that calls, with its arguments. */
  readonly client: string;
  readonly clientArgv?: readonly string[];
  readonly bytes: number;
  readonly inFlight?: number;
  /** Calls until the code of a server is compiled. */
  readonly warmUpCalls?: number;
  /** Runs once in each counted round. */
  besides?(): Promise<unknown>;
}

const IN_FLIGHT = 16;
const LOAD_MS = 1500;
const WARM_UP_CALLS = 1500;
/** Longest time of a warm-up. */
const WARM_UP_MS_MAX = 15_000;
/** Counted rounds. */
export const ROUNDS = 5;

/** Sends a query to a program of ours, or waits for its first message. */
export async function answerOf<Answer>(child: ChildProcess, question?: object): Promise<Answer> {
  const over = new AbortController();
  const { signal } = over;
  const answered = once(child, 'message', { signal }).then(([answer]) => answer as Answer);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A program of the benchmark ended with code ${code}; FLOWARDEN_BENCH_LOG=1 shows why.`);
  });
  if (question !== undefined) child.send(question);
  return Promise.race([answered, ended]).finally(() => over.abort());
}

/** Starts a program of `programs/`. */
export function startProgram(program: string, argv: readonly string[] = []): ChildProcess {
  return fork(join(import.meta.dirname, 'programs', program), argv, {
    execArgv: [],
    // Logs are written, as in production, and not read.
    stdio: ['ignore', 'inherit', process.env.FLOWARDEN_BENCH_LOG ? 'inherit' : 'ignore', 'ipc'],
  });
}

/** Starts a server of `programs/`, whose first message is its port. */
export async function serve(program: string, ...argv: readonly string[]): Promise<Served> {
  const child = startProgram(program, argv);
  return { child, port: await answerOf<number>(child) };
}

/** Ends the servers. */
export function stopAll(servers: Readonly<Record<string, Served>>): void {
  for (const { child } of Object.values(servers)) child.kill();
}

/** Returns the processor time so far of a server, in milliseconds. */
export function cpuMsOf({ child }: Served): Promise<number> {
  return answerOf<number>(child, { query: 'cpuMs' } satisfies CpuQuestion);
}

async function load(client: ChildProcess, server: Served, options: LoadOptions): Promise<Loaded> {
  const { bytes, inFlight = IN_FLIGHT } = options;
  const before = await cpuMsOf(server);
  const request: Load = { port: server.port, bytes, inFlight, ms: LOAD_MS };
  const callsPerSecond = await answerOf<number>(client, request);
  const cpuMs = (await cpuMsOf(server)) - before;
  return { callsPerSecond, cpuMsPerCall: cpuMs / (callsPerSecond * (LOAD_MS / 1000)) };
}

async function warmUp(client: ChildProcess, server: Served, options: LoadOptions): Promise<void> {
  const until = performance.now() + WARM_UP_MS_MAX;
  const { warmUpCalls = WARM_UP_CALLS } = options;
  for (let calls = 0; calls < warmUpCalls && performance.now() < until; ) {
    calls += (await load(client, server, options)).callsPerSecond * (LOAD_MS / 1000);
  }
}

/** Loads the servers in turns; entry i of each list belongs to one round. */
export async function inTurns<Name extends string>(
  servers: Readonly<Record<Name, Served>>,
  options: LoadOptions,
): Promise<Record<Name, Loaded[]>> {
  const client = startProgram(options.client, options.clientArgv ?? []);
  await answerOf(client);
  const names = Object.keys(servers) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Loaded[]>;
  for (const name of names) await warmUp(client, servers[name], options);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await load(client, servers[name], options));
    }
    await options.besides?.();
  }
  client.kill();
  return results;
}

/** Replies to the parent's query for processor time; returns false for other queries. */
export function answerCpu(question: { readonly query: string }): boolean {
  if (question.query !== 'cpuMs') return false;
  const { user, system } = process.cpuUsage();
  process.send!((user + system) / 1000);
  return true;
}

/** Runs a client of `programs/`: holds so many calls in flight for so long, and replies with calls per second. */
export function callOnDemand(prepare: (request: Load) => () => Promise<unknown>): void {
  process.on('message', async (request: Load) => {
    const call = prepare(request);
    let answered = 0;
    const start = performance.now();
    const until = start + request.ms;
    const callUntilEnd = async (): Promise<void> => {
      while (performance.now() < until) {
        await call();
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: request.inFlight }, callUntilEnd));
    process.send!(answered / ((performance.now() - start) / 1000));
  });
  process.send!('up');
}

/** Compares the throughput of two servers, and their processor time per call. */
export function timesAsMany(own: readonly Loaded[], peer: readonly Loaded[]) {
  const cpuOf = (loaded: readonly Loaded[]) => spread(loaded.map(({ cpuMsPerCall }) => cpuMsPerCall)).median;
  const wall = spread(own.map(({ callsPerSecond }, i) => callsPerSecond / peer[i]!.callsPerSecond));
  const cpu = spread(own.map(({ cpuMsPerCall }, i) => peer[i]!.cpuMsPerCall / cpuMsPerCall));
  return {
    unit: 'calls/s',
    ...spread(own.map(({ callsPerSecond }) => callsPerSecond)),
    ratios: { wall, cpu },
    n: own.length,
    cpu: { own: cpuOf(own), peer: cpuOf(peer) },
  };
}
