/** Processes on hosts: each has the network and the name of its host, and shares the processors with all others. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Host } from '../network/network.ts';

/** Enters the host: its name first, as processes recognise each other's machine by it, then its network. */
const ENTER = 'echo "$0" > /proc/sys/kernel/hostname && exec nsenter --net="/run/netns/$0" "$@"';
const READY_MS_MAX = 90_000;
/** Characters of the output that an error quotes. */
const OUTPUT_QUOTED = 3_000;

export interface ProcessOnHost {
  readonly host: Host;
  readonly pid: number;
  /** First message that it sent: it serves. */
  readonly ready: unknown;
  /** Ends it in order; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Kills it at once, as a machine that loses its power. */
  kill(): Promise<void>;
  /** Returns whether it still runs. */
  lives(): boolean;
  /** Returns what it has written so far. */
  output(): string;
}

/** Program of Node with its arguments and environment. */
export interface Program {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Starts a program on a host; resolves with its first message. @throws Error with its output when it ends before */
export async function startOnHost(host: Host, { argv, environment }: Program): Promise<ProcessOnHost> {
  const child = spawn('unshare', ['--uts', 'sh', '-c', ENTER, host.name, process.execPath, ...argv], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = gather(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const ready = await firstMessage(child, ended, `${host.name} (${argv.at(-1)})`, output);
  return {
    host,
    pid: child.pid!,
    ready,
    lives: () => child.exitCode === null && child.signalCode === null,
    output,
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function gather(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text = (text + chunk).slice(-64 * OUTPUT_QUOTED);
      if (process.env.FLOWARDEN_HOSTS_LOG) process.stderr.write(chunk);
    });
  }
  return () => text;
}

async function firstMessage(
  child: ChildProcess,
  ended: Promise<unknown>,
  name: string,
  output: () => string,
): Promise<unknown> {
  const over = new AbortController();
  const fail = (why: string) => {
    throw new Error(`${name} ${why}:\n${output().slice(-OUTPUT_QUOTED)}`);
  };
  try {
    return await Promise.race([
      once(child, 'message', { signal: over.signal }).then(([message]) => message),
      once(child, 'error', { signal: over.signal }).then(([error]) => fail(String(error))),
      ended.then(() => fail('has ended')),
      once(AbortSignal.timeout(READY_MS_MAX), 'abort', { signal: over.signal }).then(() =>
        fail('does not start'),
      ),
    ]);
  } finally {
    over.abort();
  }
}
