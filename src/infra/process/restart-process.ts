/** Supervises one process: restarts it with backoff when it dies, until it is stopped. */
import type { ChildProcess } from 'node:child_process';
import { INFRA_LIMITS } from '../limits.ts';
import type { Logger } from '../logging/log.ts';
import { StartError } from './start-error.ts';

/** Longest pause before a process that died is started again. */
const RESTART_BACKOFF_MS_MAX = 5_000;

/** A process that has lived this long is restarted at once. */
const RESTART_BACKOFF_RESET_MS = 30_000;

/** Deaths of a process that has never been ready, after which the start is given up. */
const START_ATTEMPTS_MAX = 5;

/** One run of a process. */
export interface Running {
  /** Resolves when it serves; if it ends before that, never settles, or rejects with the reason. */
  readonly ready: Promise<void>;
  /** Resolves with a description when it has ended. Never rejects. */
  readonly exited: Promise<string>;
  /** Requests its end and waits for it. */
  stop(): Promise<void>;
  /** Kills it immediately. */
  hurry(): void;
}

/** Supervised process. */
export interface SupervisedProcess {
  /** Resolves when it serves for the first time; rejects when it cannot be started, or is stopped before. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
  hurry(): void;
}

/** Starts a process and supervises it. `start` gets the signal that cancels the start. */
export function superviseProcess(
  name: string,
  start: (stopping: AbortSignal) => Promise<Running>,
  log: Logger,
): SupervisedProcess {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  let life: Running | null = null;
  let everReady = false;

  /** Runs the process once; resolves with how it ended. */
  async function live(): Promise<string> {
    life = await start(stopping.signal);
    if (stopping.signal.aborted) await life.stop();
    const outcome = await Promise.race([life.ready.then(() => null), life.exited]);
    if (outcome !== null) return outcome;
    everReady = true;
    resolve();
    return life.exited;
  }

  async function supervise(): Promise<void> {
    let deaths = 0;
    while (!stopping.signal.aborted) {
      const startedAtMs = Date.now();
      const how = await live().catch((error: unknown) => {
        if (everReady || stopping.signal.aborted) return String(error);
        throw error;
      });
      if (stopping.signal.aborted) return;
      const livedLong = everReady && Date.now() - startedAtMs > RESTART_BACKOFF_RESET_MS;
      deaths = livedLong ? 0 : deaths + 1;
      if (!everReady && (how === 'exit code 2' || deaths >= START_ATTEMPTS_MAX)) {
        throw new StartError(`${name} cannot start: it ended with ${how}`);
      }
      // The first death in a long while gets no pause, as callers are waiting.
      const growingMs = INFRA_LIMITS.restartBackoffMsMin * 2 ** (deaths - 1);
      const pauseMs = deaths === 0 ? 0 : Math.min(growingMs, RESTART_BACKOFF_MS_MAX);
      log.error({ process: name, how, pauseMs }, `${name} has ended and is started again`);
      await pause(pauseMs, stopping.signal);
    }
  }

  // A process that is stopped before it served must not leave its waiters pending.
  const supervision = supervise().then(
    () => reject(new Error(`${name} was stopped before it served`)),
    reject,
  );
  return {
    ready,
    async stop() {
      stopping.abort();
      await life?.stop();
      await supervision;
    },
    hurry: () => life?.hurry(),
  };
}

/** Describes how a child process ended. */
export function processExit(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once('error', (error) => resolve(error.message));
  child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  return promise;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
