/** Has the core judge a project whose files are all done. */
import { ProjectRunServiceService } from '../../../gen/flowarden/internal/v1/project_run.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { endProject } from '../end-project.ts';
import { PROJECT_LIMITS } from '../limits.ts';
import { callPatiently, GIVEN_UP, orGiveUp } from './patient-calls.ts';

/** One project. */
export const finishProjectJob: JobTask<'finish-project'> = async (context) => {
  const { payload, core, sql, signal } = context;
  const how = { signal, timeMsMax: PROJECT_LIMITS.projectCallMsMax };
  await orGiveUp(
    context,
    () => callPatiently(context, () => core.call(ProjectRunServiceService.finishProject, payload, how)),
    () =>
      withOrganisation(sql, payload.orgId, (inner) =>
        endProject(inner, payload.projectId, { error: GIVEN_UP }),
      ),
  );
};
