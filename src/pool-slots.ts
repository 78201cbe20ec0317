/** Who may use an analysis thread, and who waits for one. */
import { AppError } from './errors.ts';

/** Places for analyses that run at once. */
export interface Slots {
  /**
   * Waits for a place. A patient task lets everybody else go first, and leaves one place to them where there are two.
   * @throws AppError `queue_full`; an AbortError when the signal is aborted first
   */
  take(isPatient: boolean, signal?: AbortSignal): Promise<void>;
  /** Gives a place back that was taken in this way. */
  give(isPatient: boolean): void;
  waiting(): number;
  /** Places that are taken. */
  taken(): number;
}

/** Makes `count` places, for which at most `queueMax` tasks may wait. */
export function createSlots(count: number, queueMax: number): Slots {
  const patientMax = Math.max(1, count - 1);
  const urgent = new Set<() => void>();
  const patient = new Set<() => void>();
  let free = count;
  let heldByPatient = 0;

  const hasPlace = (isPatient: boolean): boolean =>
    free > 0 && (!isPatient || (heldByPatient < patientMax && urgent.size === 0));

  /** The queue whose first task may run now; null when none may. */
  function nextQueue(): Set<() => void> | null {
    if (urgent.size > 0) return hasPlace(false) ? urgent : null;
    return patient.size > 0 && hasPlace(true) ? patient : null;
  }

  function serve(): void {
    for (let queue = nextQueue(); queue !== null; queue = nextQueue()) {
      const [begin] = queue;
      queue.delete(begin!);
      free -= 1;
      if (queue === patient) heldByPatient += 1;
      begin!();
    }
  }

  return {
    async take(isPatient, signal) {
      if (urgent.size + patient.size >= queueMax && !hasPlace(isPatient))
        throw new AppError('queue_full', 'Too many validations are waiting. Try again in a second.');
      if (signal?.aborted) throw callerGone();
      const queue = isPatient ? patient : urgent;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = (): void => {
        // Who has its place already finds the signal aborted by itself.
        if (queue.delete(resolve)) reject(callerGone());
      };
      signal?.addEventListener('abort', abort, { once: true });
      queue.add(resolve);
      serve();
      await promise.finally(() => signal?.removeEventListener('abort', abort));
    },
    give(isPatient) {
      free += 1;
      if (isPatient) heldByPatient -= 1;
      serve();
    },
    waiting: () => urgent.size + patient.size,
    taken: () => count - free,
  };
}

function callerGone(): DOMException {
  return new DOMException('The caller has gone', 'AbortError');
}
