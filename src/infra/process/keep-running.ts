/** Keeps one process running: starts it again when it dies, with growing pauses, until it is told to stop. */
import type { ChildProcess } from 'node:child_process';
import { LIMITS } from '../../limits.ts';
import type { Logger } from '../logging/log.ts';
import { StartError } from './start-error.ts';

/** One life of a process. */
export interface Running {
  /** Resolves when it serves; never settles when it ends before that, or rejects with the reason. */
  readonly ready: Promise<void>;
  /** Resolves, in words, when it has ended. Never rejects. */
  readonly exited: Promise<string>;
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>;
  /** Ends it without asking. */
  hurry(): void;
}

/** A process that is kept running. */
export interface SupervisedProcess {
  /** Resolves when it serves for the first time; rejects when it cannot be brought to, or is stopped before. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
  hurry(): void;
}

/** Starts a process and keeps it running. `start` gets the signal that tells it to give up. */
export function superviseProcess(
  name: string,
  start: (stopping: AbortSignal) => Promise<Running>,
  log: Logger,
): SupervisedProcess {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  let life: Running | null = null;
  let everReady = false;

  /** One life, from start to end; resolves with how it ended. */
  async function live(): Promise<string> {
    life = await start(stopping.signal);
    if (stopping.signal.aborted) await life.stop();
    const outcome = await Promise.race([life.ready.then(() => null), life.exited]);
    if (outcome !== null) return outcome;
    everReady = true;
    resolve();
    return life.exited;
  }

  async function keep(): Promise<void> {
    let deaths = 0;
    while (!stopping.signal.aborted) {
      const startedAtMs = Date.now();
      const how = await live().catch((error: unknown) => {
        if (everReady || stopping.signal.aborted) return String(error);
        throw error;
      });
      if (stopping.signal.aborted) return;
      const livedLong = everReady && Date.now() - startedAtMs > LIMITS.restartBackoffResetMs;
      deaths = livedLong ? 0 : deaths + 1;
      if (!everReady && (how === 'exit code 2' || deaths >= LIMITS.startAttemptsMax)) {
        throw new StartError(`${name} cannot start: it ended with ${how}`);
      }
      // Whoever dies for the first time in a long while is missed: its callers wait.
      const growingMs = LIMITS.restartBackoffMsMin * 2 ** (deaths - 1);
      const pauseMs = deaths === 0 ? 0 : Math.min(growingMs, LIMITS.restartBackoffMsMax);
      log.error({ process: name, how, pauseMs }, `${name} has ended and is started again`);
      await pause(pauseMs, stopping.signal);
    }
  }

  // Whoever waits for a process that is stopped before it served must not wait for ever.
  const kept = keep().then(() => reject(new Error(`${name} was stopped before it served`)), reject);
  return {
    ready,
    async stop() {
      stopping.abort();
      await life?.stop();
      await kept;
    },
    hurry: () => life?.hurry(),
  };
}

/** How a child process ended, in words. */
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
