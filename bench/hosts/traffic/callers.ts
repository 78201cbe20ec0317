/** Callers that hold a number of calls in flight until they are stopped. */
import type { Answer } from './requests.ts';

/** Answers so far. */
export interface Tally {
  /** Counts of each status; 0 stands for a lost connection. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Milliseconds of each answer with 200. */
  readonly okMs: readonly number[];
  /** The first text of each status of an error. */
  readonly texts: ReadonlyMap<number, string>;
}

export interface Callers {
  readonly tally: Tally;
  /** Lets the calls in flight end. */
  stop(): Promise<Tally>;
}

/** Starts the callers. `call` gets the number of the caller and of the call. */
export function startCallers(
  inFlight: number,
  call: (caller: number, turn: number) => Promise<Answer>,
): Callers {
  const statuses = new Map<number, number>();
  const texts = new Map<number, string>();
  const okMs: number[] = [];
  let isOver = false;
  let turn = 0;
  const callUntilEnd = async (caller: number) => {
    while (!isOver) {
      const begun = performance.now();
      const { status, text } = await call(caller, (turn += 1));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) okMs.push(performance.now() - begun);
      else if ((status === 0 || status >= 400) && !texts.has(status)) texts.set(status, text.slice(0, 300));
    }
  };
  const all = Promise.all(Array.from({ length: inFlight }, (_, caller) => callUntilEnd(caller)));
  const tally = { statuses, okMs, texts };
  return {
    tally,
    async stop() {
      isOver = true;
      await all;
      return tally;
    },
  };
}

/** Returns the number of answers with another status than 200. */
export function failures({ statuses }: Tally): number {
  return [...statuses].reduce((sum, [status, count]) => (status === 200 ? sum : sum + count), 0);
}

/** Formats the counts of each status, with an example of those that failed. */
export function describe({ statuses, texts }: Tally): string {
  const counts = [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'lost' : status}`);
  const examples = [...texts].map(([status, text]) => `; ${status}: ${text}`);
  return counts.join(', ') + examples.join('');
}
