/** Has the core go on with a dry run until it ends. */

import { setTimeout as sleep } from 'node:timers/promises';
import { RunServiceService } from '../../../gen/flowarden/internal/v1/run.ts';
import { isCoreLost } from '../../../infra/core/core-client.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { MINUTE_MS } from '../../../units.ts';
import { endDryRun } from './dry-runs-store.ts';

/** Time of one call of the job. */
const DRY_RUN_CALL_MS_MAX = 2 * MINUTE_MS;

/** Pause before a call is tried again that a core was lost with. */
const DRY_RUN_AGAIN_MS = 500;

const GIVEN_UP = {
  code: 'engine_unavailable',
  message: 'The dry run was tried several times and did not end. Start it again.',
};

/** One dry run. A core that is away is waited for, and is no failed attempt. */
export const runDryRunJob: JobTask<'run-dry-run'> = async ({
  payload,
  core,
  sql,
  log,
  signal,
  isLastAttempt,
}) => {
  const how = { signal, timeMsMax: DRY_RUN_CALL_MS_MAX };
  for (;;) {
    try {
      if ((await core.call(RunServiceService.runDryRun, payload, how)).ended) return;
      continue;
    } catch (error) {
      if (!isCoreLost(error)) {
        if (!isLastAttempt || signal.aborted) throw error;
        log.error({ err: error, ...payload }, 'a dry run was given up');
        await withOrganisation(sql, payload.orgId, (inner) => endDryRun(inner, payload.dryRunId, GIVEN_UP));
        return;
      }
      log.info({ ...payload, reason: (error as Error).message }, 'the core was lost during a dry run');
    }
    await sleep(DRY_RUN_AGAIN_MS, undefined, { signal });
  }
};
