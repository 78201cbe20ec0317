/** Has the core validate a shard of a project. */
import { ProjectRunServiceService } from '../../../gen/flowarden/internal/v1/project_run.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { PROJECT_LIMITS } from '../limits.ts';
import { requestFinish } from '../request-finish.ts';
import { failShard } from '../store/project-items.ts';
import { callPatiently, GIVEN_UP, orGiveUp } from './patient-calls.ts';

/** Runs one shard. When it is given up, its files fail and the project continues without them. */
export const runShardJob: JobTask<'run-shard'> = async (context) => {
  const { payload, core, sql, signal } = context;
  const { orgId, projectId, shard } = payload;
  const how = { signal, timeMsMax: PROJECT_LIMITS.projectCallMsMax };
  await orGiveUp(
    context,
    () =>
      callPatiently(context, (careful) =>
        core.call(ProjectRunServiceService.runShard, { orgId, projectId, shard, careful }, how),
      ),
    () =>
      withOrganisation(sql, orgId, async (inner) => {
        await failShard(inner, projectId, shard, GIVEN_UP);
        await requestFinish(inner, payload.projectId);
      }),
  );
};
