/** Has the core carry a pull on. */
import { ProjectRunServiceService } from '../../../gen/flowarden/internal/v1/project_run.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { PROJECT_LIMITS } from '../../projects/limits.ts';

/** One pull. */
export const advancePullJob: JobTask<'advance-pull'> = async ({ payload, core, signal }) => {
  const how = { signal, timeMsMax: PROJECT_LIMITS.projectCallMsMax };
  await core.call(ProjectRunServiceService.advancePull, payload, how);
};
