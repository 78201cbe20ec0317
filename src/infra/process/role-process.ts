/**
 * Life cycle of every role process: it reports when it serves, and stops gracefully on SIGTERM or when its parent is
 * gone.
 * A role must not outlive its supervisor, however that died. Imports only the limits, so that the gateway may use it.
 */
import { INFRA_LIMITS } from '../limits.ts';

/** Time that a role has to drain once its parent is gone. */
const ORPHAN_GRACE_MS_MAX = 3_000;

/** Message to the supervisor that this role serves. `details` are for its log. */
export interface ReadyMessage {
  readonly type: 'ready';
  readonly role: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** Log of a role's end. */
export interface EndLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Process of a role, as the role uses it. */
export interface RoleProcess {
  /** Aborted when the process is requested to end. */
  readonly stopping: AbortSignal;
  /** Aborted when the supervisor is gone. Its Postgres ends too, so later failures are expected. */
  readonly orphaned: AbortSignal;
  /** Sets the log for messages during the end of the process. */
  logTo(log: EndLog): void;
  /** Registers a step for the end of the process. The last one registered runs first. */
  onStop(close: () => Promise<unknown>): void;
  /** Reports that the role serves. */
  ready(details?: ReadyMessage['details']): void;
}

/** Enters a role. Call it first: from then on the process reacts to signals and to the end of its parent. */
export function enterRole(role: string): RoleProcess {
  const stopping = new AbortController();
  const orphaned = new AbortController();
  const closers: (() => Promise<unknown>)[] = [];
  let log: EndLog | null = null;
  let stoppingSinceMs = 0;

  async function stop(graceMs: number): Promise<void> {
    if (stopping.signal.aborted) {
      // npm and a terminal may both forward one Ctrl-C; only a later signal is a second request.
      if (Date.now() - stoppingSinceMs > INFRA_LIMITS.signalEchoMsMax) process.exit(1);
      return;
    }
    stoppingSinceMs = Date.now();
    stopping.abort();
    const timer = setTimeout(() => process.exit(1), graceMs);
    let exitCode = 0;
    for (const close of closers.reverse()) {
      try {
        // A step that never ends leaves half of the time to the others.
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
    // Connections to the supervisor's Postgres break now, some of them without a handler.
    process.removeAllListeners('uncaughtException').on('uncaughtException', () => {});
    void stop(ORPHAN_GRACE_MS_MAX);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(INFRA_LIMITS.stopGraceMsMax - INFRA_LIMITS.stopMarginMs));
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

/** Returns whether a message of a child process is its `ReadyMessage`. */
export function isReadyMessage(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
