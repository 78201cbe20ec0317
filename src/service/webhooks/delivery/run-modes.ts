/** Modes of a run of deliveries, and the transitions between them. */

/**
 * Mode of a run:
 * - `idle`: it has claimed nothing yet.
 * - `claiming`: it queries due deliveries. `isOutdated`: enough deliveries have ended since then to query again at once.
 * - `waiting`: nothing more is due or may be held, until the poll time or until enough deliveries have ended.
 * - `stopping`: attempts that run may end, and nothing more is sent. This mode is final.
 */
type RunMode =
  | { readonly name: 'idle' | 'stopping' }
  | { readonly name: 'claiming'; isOutdated: boolean }
  | { readonly name: 'waiting'; readonly end: () => void };

/** State machine of one run. */
export interface RunModes {
  isStopping(): boolean;
  /** Enters `claiming`, unless the run stops. */
  claim(): void;
  /** Enters `waiting` for at most this time; resolves at once if the claim is outdated or the run stops. */
  wait(milliseconds: number): Promise<void>;
  /** Ends `waiting`, or marks the claim as outdated. */
  wake(): void;
  /** Enters `stopping`. */
  stop(): void;
}

/** Creates the state machine of a run, in the mode `idle`. */
export function createRunModes(): RunModes {
  let mode: RunMode = { name: 'idle' };
  const isStopping = () => mode.name === 'stopping';

  function wake(): void {
    if (mode.name === 'waiting') mode.end();
    else if (mode.name === 'claiming') mode.isOutdated = true;
  }

  return {
    isStopping,
    claim() {
      if (!isStopping()) mode = { name: 'claiming', isOutdated: false };
    },
    async wait(milliseconds) {
      if (isStopping() || (mode.name === 'claiming' && mode.isOutdated)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      mode = { name: 'waiting', end: resolve };
      await promise;
      clearTimeout(timer);
    },
    wake,
    stop() {
      wake();
      mode = { name: 'stopping' };
    },
  };
}
