/** Semaphores by key: so many may run of each key, a few more wait in their order, and the rest is rejected. */
import { allTaken } from '../../errors.ts';

/** How many of one key. */
export interface TurnLimits {
  readonly runningMax: number;
  readonly waitingMax: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** The turns of all keys. */
export interface Turns {
  /**
   * Resolves when it is the turn of this key, with what ends the turn; to be called once.
   * @throws AppError `concurrency_limited` when too many wait; `what` is its sentence
   */
  take(key: string, what: string): Promise<() => void>;
}

/** Creates the semaphores. */
export function createTurns({ runningMax, waitingMax }: TurnLimits): Turns {
  const lines = new Map<string, Line>();
  return {
    async take(key, what) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < runningMax) line.running += 1;
      else if (line.waiting.length >= waitingMax) throw allTaken(what);
      else await new Promise<void>((begin) => line.waiting.push(begin));
      return () => {
        // The place passes on to the next one as it is.
        const next = line.waiting.shift();
        if (next) next();
        else line.running -= 1;
        if (line.running === 0) lines.delete(key);
      };
    },
  };
}
