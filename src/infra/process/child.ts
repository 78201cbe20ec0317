/**
 * What every role does as a process: it says when it serves, and it ends in order on SIGTERM or when its parent is
 * gone. A role must not outlive its supervisor, however that died. Imports only the limits, so that the gateway may
 * use it.
 */
import { LIMITS } from '../../limits.ts';

/** Tells the supervisor that this role serves. `details` are for its log. */
export interface ReadyMessage {
  readonly type: 'ready';
  readonly role: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** What a role logs about its end. */
export interface EndLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The process of a role, as the role sees it. */
export interface RoleProcess {
  /** Aborts when the process has been asked to end. */
  readonly stopping: AbortSignal;
  /** Aborts when the supervisor is gone. Its Postgres ends too, so that what fails from then on says nothing new. */
  readonly orphaned: AbortSignal;
  /** Sets the log for what happens while the process ends. */
  logTo(log: EndLog): void;
  /** Adds something to do before the process ends. The last one added is done first. */
  onStop(close: () => Promise<unknown>): void;
  /** Says that the role serves. */
  ready(details?: ReadyMessage['details']): void;
}

/** Call it first in a role's entry: from then on the process ends when it should. */
export function enterRole(role: string): RoleProcess {
  const stopping = new AbortController();
  const orphaned = new AbortController();
  const closers: (() => Promise<unknown>)[] = [];
  let log: EndLog | null = null;
  let stoppingSinceMs = 0;

  async function stop(graceMs: number): Promise<void> {
    if (stopping.signal.aborted) {
      // npm and a terminal may both pass on one Ctrl-C; only a later one is a second wish.
      if (Date.now() - stoppingSinceMs > LIMITS.signalEchoMsMax) process.exit(1);
      return;
    }
    stoppingSinceMs = Date.now();
    stopping.abort();
    const timer = setTimeout(() => process.exit(1), graceMs);
    let exitCode = 0;
    for (const close of closers.reverse()) {
      try {
        // One that never ends leaves half of the time to the others.
        await endsWithin(close(), (stoppingSinceMs + graceMs - Date.now()) / 2);
      } catch (error) {
        exitCode = 1;
        log?.error({ err: error }, `a part of the ${role} did not end in order`);
      }
    }
    clearTimeout(timer);
    process.exit(exitCode);
  }

  function endOrphaned(): void {
    log?.warn({}, `the supervisor is gone: the ${role} ends`);
    orphaned.abort();
    // Connections to the supervisor's Postgres break now, some of them with nobody to catch that.
    process.removeAllListeners('uncaughtException').on('uncaughtException', () => {});
    void stop(LIMITS.orphanGraceMsMax);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(LIMITS.stopGraceMsMax - LIMITS.stopMarginMs));
  }
  if (process.connected) process.on('disconnect', endOrphaned);

  return {
    stopping: stopping.signal,
    orphaned: orphaned.signal,
    logTo(endLog) {
      log = endLog;
    },
    onStop: (close) => void closers.push(close),
    ready(details = {}) {
      process.send?.({ type: 'ready', role, details } satisfies ReadyMessage);
    },
  };
}

/** Rejects when the work has not ended after that time. */
async function endsWithin(work: Promise<unknown>, timeMsMax: number): Promise<void> {
  const overdue = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => overdue.reject(new Error(`not ended after ${Math.round(timeMsMax)} ms`)),
    timeMsMax,
  );
  try {
    await Promise.race([work, overdue.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a message of a child process is its `ReadyMessage`. */
export function isReadyMessage(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
