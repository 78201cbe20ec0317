/**
 * Pool for free scans and checks of policy packs, in a process of its own with the lowest priority. Paying tenants lose
 * neither a thread nor much time to them, and a file that ends a process ends that one. A niced thread of the core would
 * not do: while it is held up it may hold a lock of the core's memory that the others wait for.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { AppError } from '../errors.ts';
import { ownCompileCache } from '../infra/process/confinement.ts';
import { setLowestPriority } from './lowest-priority.ts';
import type { AnalysisPool, RunOptions } from './pool.ts';
import type { SandboxRequest, SandboxResponse, SandboxSetup, SandboxWork } from './sandbox-messages.ts';

export interface SandboxPoolOptions extends SandboxSetup {
  /** Idle time after which the process ends; the next task starts it again. */
  readonly idleMsMax: number;
  /** The environment of the process, without anything that a hostile file could steal. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called when a process ended by itself. */
  onDeath(code: number | null, signal: NodeJS.Signals | null): void;
}

/** A pool of the core's whose work is done elsewhere. */
export interface SandboxPool extends Pick<AnalysisPool, 'analyse' | 'judge' | 'checkPack'> {
  close(): Promise<void>;
}

/** The process's file, with the ending that this file has. */
const ENTRY = new URL(`sandbox-process${extname(import.meta.filename)}`, import.meta.url);

/** A waiting caller. */
interface Waiter {
  begun(): void;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Sandbox {
  readonly child: ChildProcess;
  readonly waiters: Map<number, Waiter>;
}

/** Creates the pool; its process starts with the first task. */
export function createSandboxPool({
  idleMsMax,
  environment,
  onDeath,
  ...setup
}: SandboxPoolOptions): SandboxPool {
  let sandbox: Sandbox | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  function current(): Sandbox {
    clearTimeout(idle);
    try {
      sandbox ??= startSandbox(setup, environment, (gone, code, signal) => {
        if (sandbox?.child !== gone) return;
        sandbox = null;
        onDeath(code, signal);
      });
    } catch (cause) {
      // Node reports most failed starts as the end of the process, but throws for some, as too little memory.
      throw lost({ cause });
    }
    return sandbox;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const closing = sandbox?.child;
    sandbox = null;
    if (!closing?.connected) return;
    const ended = once(closing, 'exit');
    closing.disconnect();
    await ended;
  }

  async function work<Kind extends keyof SandboxWork>(
    kind: Kind,
    task: SandboxWork[Kind]['task'],
    { timeoutMs, signal, onStart, tenant }: RunOptions,
  ): Promise<SandboxWork[Kind]['result']> {
    signal?.throwIfAborted();
    const { child, waiters } = current();
    lastId += 1;
    const id = lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiters.set(id, { begun: () => onStart?.(), resolve, reject });
    // A process that receives no message is about to end, or has not even started: its end rejects all tasks.
    const say = (question: SandboxRequest) => child.connected && child.send(question, () => {});
    const abandon = () => {
      say({ id, kind: 'abandon' });
      reject(new DOMException('The caller has gone', 'AbortError'));
    };
    signal?.addEventListener('abort', abandon, { once: true });
    say({ id, kind, task, timeoutMs, tenant } as SandboxRequest);
    try {
      return (await promise) as SandboxWork[Kind]['result'];
    } finally {
      signal?.removeEventListener('abort', abandon);
      waiters.delete(id);
      if (waiters.size === 0 && sandbox?.child === child) idle = setTimeout(close, idleMsMax).unref();
    }
  }

  return {
    analyse: (task, options) => work('analyse', task, options),
    judge: (task, options) => work('judge', task, options),
    checkPack: (task, options) => work('checkPack', task, options),
    close,
  };
}

/** Starts a process. */
function startSandbox(
  setup: SandboxSetup,
  environment: SandboxPoolOptions['environment'],
  onExit: (child: ChildProcess, code: number | null, signal: NodeJS.Signals | null) => void,
): Sandbox {
  const child = fork(ENTRY, [JSON.stringify(setup)], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...environment,
      NODE_COMPILE_CACHE: ownCompileCache(environment.NODE_COMPILE_CACHE, 'guests') ?? undefined,
    },
  });
  if (child.pid !== undefined) setLowestPriority(child.pid);
  const waiters = new Map<number, Waiter>();
  child.on('message', (answer: SandboxResponse) => {
    const waiter = waiters.get(answer.id);
    switch (answer.state) {
      case 'begun':
        return waiter?.begun();
      case 'done':
        return waiter?.resolve(answer.result);
      case 'failed': {
        const { code, message, details } = answer.error ?? lost();
        return waiter?.reject(new AppError(code, message, details));
      }
    }
  });
  // One that cannot even start says so here, and ends.
  child.on('error', () => {});
  child.once('close', (code, signal) => {
    for (const { reject } of waiters.values()) reject(lost());
    onExit(child, code, signal);
  });
  return { child, waiters };
}

function lost(options: ErrorOptions = {}): AppError {
  return new AppError(
    'engine_unavailable',
    'The analysis of this file ended without an answer. Try again; if it stays, the file needs more memory than an analysis may use.',
    {},
    options,
  );
}
