/** Job that begins a project: lists its files, reuses the results of unchanged ones, and queues the rest. */
import { AppError } from '../../../errors.ts';
import { ProjectRunServiceService } from '../../../gen/flowarden/internal/v1/project_run.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { endProject } from '../end-project.ts';
import { PROJECT_LIMITS } from '../limits.ts';
import { listProject as list, queueProject } from '../list-project.ts';
import { callPatiently, GIVEN_UP, orGiveUp } from './patient-calls.ts';

/** One project. */
export const listProjectJob: JobTask<'list-project'> = async (context) => {
  const { payload, core, sql, signal } = context;
  const how = { signal, timeMsMax: PROJECT_LIMITS.projectCallMsMax };
  await orGiveUp(
    context,
    async () => {
      await list(context, payload);
      await callPatiently(context, () => core.call(ProjectRunServiceService.carryProject, payload, how));
      await queueProject(sql, payload);
    },
    (cause) => {
      const error = cause instanceof AppError ? { code: cause.code, message: cause.message } : GIVEN_UP;
      return withOrganisation(sql, payload.orgId, (inner) => endProject(inner, payload.projectId, { error }));
    },
  );
};
