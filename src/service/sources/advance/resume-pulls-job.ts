/** Job that carries abandoned pulls on: a job may be lost once too often even for the queue. */
import { inTransaction } from '../../../infra/database/database.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';
import { enqueue } from '../../../infra/queue/job-queue.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { HOUR_MS } from '../../../units.ts';
import { endSilentPushes } from '../pushing/pushes-store.ts';
import { listSilentPulls } from './open-pull-store.ts';

/** Silence after which a pull that waits for jobs is looked at. */
const PULL_SILENCE_MS_MAX = 120_000;
/** Silence after which the command of a pushed pull counts as gone: until then another run goes on. */
const PUSH_SILENCE_MS_MAX = HOUR_MS;

/** The look, every five minutes. */
export const resumePulls: JobTask<'resume-pulls'> = async ({ sql }) => {
  await inTransaction(sql, async (inner) => {
    await endSilentPushes(inner, new Date(Date.now() - PUSH_SILENCE_MS_MAX));
    const before = new Date(Date.now() - PULL_SILENCE_MS_MAX);
    for (const payload of await listSilentPulls(inner, before, INFRA_LIMITS.sweepRowsMax))
      await enqueue(inner, { task: 'advance-pull', payload, jobKey: `advance-pull ${payload.pullId}` });
  });
};
