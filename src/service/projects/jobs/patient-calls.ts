/** Failures of project jobs: a call is repeated when its core is lost, and a hopeless error ends the work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isCoreLost } from '../../../infra/core/core-client.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';
import type { ProjectPayload } from '../../../infra/queue/job.ts';
import type { TaskContext } from '../../../infra/queue/task.ts';
import type { StoredError } from '../store/project-record.ts';

/** Repeated calls in one attempt after a core is lost. */
const PROJECT_CALLS_MAX = 12;

/** Pause before such a repeated call. */
const PROJECT_CALL_AGAIN_MS = 500;

/** Error that callers read when work was given up; the log has the reason. */
export const GIVEN_UP: StoredError = {
  code: 'engine_unavailable',
  message: 'It could not be validated, though it was tried several times. Submit it again.',
};

/**
 * Has the core do something. When the core is lost on the way, one of the files may have ended it: from then on the call
 * is a careful one.
 */
export async function callPatiently(
  { signal, log, payload, attempt }: TaskContext<ProjectPayload>,
  call: (isCareful: boolean) => Promise<unknown>,
): Promise<void> {
  for (let calls = 1; ; calls += 1) {
    try {
      await call(attempt > 1 || calls > 1);
      return;
    } catch (error) {
      if (!isCoreLost(error) || calls >= PROJECT_CALLS_MAX) throw error;
      log.info(
        { ...payload, reason: (error as Error).message },
        'the core was lost during a job of a project',
      );
    }
    await sleep(PROJECT_CALL_AGAIN_MS, undefined, { signal });
  }
}

/** Does the work; gives it up when it is in vain, so that a project always ends. */
export async function orGiveUp(
  { signal, log, payload, attempt, isLastAttempt }: TaskContext<ProjectPayload>,
  work: () => Promise<void>,
  giveUp: (error: unknown) => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isHopeless = isLastAttempt || (!isCoreLost(error) && attempt >= INFRA_LIMITS.jobAttemptsMax);
    if (signal.aborted || !isHopeless) throw error;
    log.error({ err: error, ...payload }, 'work on a project was given up');
    await giveUp(error);
  }
}
