/** Has the core judge a project whose files are all done. */
import { ProjectRunServiceService } from '../gen/flowarden/internal/v1/project_run.ts';
import { LIMITS } from '../limits.ts';
import { endProject } from '../projects/end-project.ts';
import { withOrganisation } from '../store/database.ts';
import { callPatiently, GIVEN_UP, orGiveUp } from './project-work.ts';
import type { JobTask } from './task.ts';

/** One project. */
export const finishProject: JobTask<'finish-project'> = async (context) => {
  const { payload, core, sql, signal } = context;
  const how = { signal, timeMsMax: LIMITS.projectCallMsMax };
  await orGiveUp(
    context,
    () => callPatiently(context, () => core.call(ProjectRunServiceService.finishProject, payload, how)),
    () => withOrganisation(sql, payload.orgId, (inner) => endProject(inner, payload, { error: GIVEN_UP })),
  );
};
