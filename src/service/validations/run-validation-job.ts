/** Has the core run a queued validation, as often as it takes: what ends it stands in its row, not here. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RunServiceService } from '../../gen/flowarden/internal/v1/run.ts';
import { isCoreLost } from '../../infra/core/core-client.ts';
import type { JobTask } from '../../infra/queue/task.ts';

/** Time of one run with its wait for a thread. */
const RUN_CALL_MS_MAX = 900_000;

/** Pause before a run is tried again that the core gave back, or that it was lost with. */
const RUN_AGAIN_MS = 500;

/** One validation. A core that is away is waited for, and is no failed attempt. */
export const runValidationJob: JobTask<'run-validation'> = async ({ payload, core, log, signal }) => {
  const how = { signal, timeMsMax: RUN_CALL_MS_MAX };
  for (;;) {
    try {
      if ((await core.call(RunServiceService.runValidation, payload, how)).ended) return;
    } catch (error) {
      if (!isCoreLost(error)) throw error;
      log.info({ ...payload, reason: (error as Error).message }, 'The core was lost during a run');
    }
    await sleep(RUN_AGAIN_MS, undefined, { signal });
  }
};
