/** Permits for analysis threads, which tenants get in turn. */
import { AppError } from '../errors.ts';
import { createFairQueue, type FairQueue, type Waiting } from './fair-queue.ts';

/** Tenant and priority of a task that needs a thread. */
export interface SlotRequest {
  /** An organisation; tasks without one take turns as one tenant. */
  readonly tenant?: string;
  /** A patient task lets all others go first, and leaves one thread to them where there are two. */
  readonly isPatient?: boolean;
  readonly signal?: AbortSignal;
}

/** Permits for analyses that run at once. */
export interface Slots {
  /**
   * Waits for a permit. While too many wait, the tenant with the longest queue loses its newest task.
   * @throws AppError `queue_full`; an AbortError when the signal is aborted first
   */
  take(request: SlotRequest): Promise<void>;
  /** Gives a permit back that was taken in this way. */
  give(isPatient: boolean): void;
  waiting(): number;
  /** Permits that are taken. */
  taken(): number;
  /** Serves patient tasks no longer. Resolves when nothing runs and no other task waits. */
  close(): Promise<void>;
}

/** Creates `count` permits, for which at most `queueMax` tasks may wait. */
export function createSlots(count: number, queueMax: number): Slots {
  const patientMax = Math.max(1, count - 1);
  const urgent = createFairQueue();
  const patient = createFairQueue();
  let free = count;
  let heldByPatient = 0;
  let isClosing = false;
  const { promise: closed, resolve: becameIdle } = Promise.withResolvers<void>();

  const waiting = (): number => urgent.size() + patient.size();
  const hasPermit = (isPatient: boolean): boolean =>
    free > 0 && (!isPatient || (heldByPatient < patientMax && urgent.size() === 0));

  /** The queue whose next task may run now; null when none may. */
  function nextQueue(): FairQueue | null {
    if (urgent.size() > 0) return hasPermit(false) ? urgent : null;
    return !isClosing && patient.size() > 0 && hasPermit(true) ? patient : null;
  }

  function serve(): void {
    for (let queue = nextQueue(); queue !== null; queue = nextQueue()) {
      free -= 1;
      if (queue === patient) heldByPatient += 1;
      queue.shift()!.begin();
    }
    if (isClosing && free === count && urgent.size() === 0) becameIdle();
  }

  /** Makes room for a task: patient ones are run again later. @throws AppError `queue_full` when its tenant waits the most */
  function shed(queue: FairQueue, tenant: string): void {
    const hasOthers = queue === urgent && patient.size() > 0;
    if (!hasOthers && queue.longest() <= queue.countOf(tenant) + 1) throw queueFull();
    (hasOthers ? patient : queue).dropNewest()?.reject(queueFull());
  }

  return {
    async take({ tenant = '', isPatient = false, signal }) {
      const queue = isPatient ? patient : urgent;
      if (signal?.aborted) throw callerGone();
      if (waiting() >= queueMax && !hasPermit(isPatient)) shed(queue, tenant);
      const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
      const entry: Waiting = { begin, reject };
      const abort = (): void => {
        // A task that has its permit already finds the signal aborted by itself.
        if (queue.remove(tenant, entry)) reject(callerGone());
      };
      signal?.addEventListener('abort', abort, { once: true });
      queue.push(tenant, entry);
      serve();
      await promise.finally(() => signal?.removeEventListener('abort', abort));
    },
    give(isPatient) {
      free += 1;
      if (isPatient) heldByPatient -= 1;
      serve();
    },
    waiting,
    taken: () => count - free,
    close() {
      isClosing = true;
      serve();
      return closed;
    },
  };
}

function queueFull(): AppError {
  return new AppError('queue_full', 'Too many validations are waiting. Try again in a second.');
}

function callerGone(): DOMException {
  return new DOMException('The caller has gone', 'AbortError');
}
