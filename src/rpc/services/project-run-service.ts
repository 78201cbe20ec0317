/** `flowarden.internal.v1.ProjectRunService`: work on projects that the jobs process delegates to this core. */
import { ProjectRunServiceService } from '../../gen/flowarden/internal/v1/project_run.ts';
import { withOrigin } from '../../infra/database/request-origin.ts';
import type { Logger } from '../../infra/logging/log.ts';
import { carryProject } from '../../service/projects/files/reuse-results.ts';
import { runShard } from '../../service/projects/files/run-shard.ts';
import { finishProject } from '../../service/projects/finish-project.ts';
import type { ProjectDeps } from '../../service/projects/project-deps.ts';
import { advancePull } from '../../service/sources/advance/advance-pull.ts';
import { definePeerService, type Service } from '../server/service.ts';

/** Creates the service. */
export function projectRunService(deps: ProjectDeps, log: Logger): Service {
  return definePeerService(ProjectRunServiceService, {
    carryProject: {
      async handle({ orgId, projectId }, { signal }) {
        await carryProject(deps, { orgId, projectId }, signal);
        return {};
      },
    },
    runShard: {
      async handle({ orgId, projectId, shard, careful }, { signal, requestId }) {
        const sql = withOrigin(deps.sql, { requestId });
        await runShard({ ...deps, sql }, { orgId, projectId }, shard, careful, signal);
        return {};
      },
    },
    finishProject: {
      async handle({ orgId, projectId }, { signal, requestId }) {
        for (const { ruleId, message } of await finishProject(deps, { orgId, projectId }, signal)) {
          log.error({ requestId, projectId, ruleId, reason: message }, 'a rule across files failed');
        }
        return {};
      },
    },
    advancePull: {
      async handle({ orgId, pullId }, { requestId }) {
        await advancePull({ ...deps, sql: withOrigin(deps.sql, { requestId }) }, { orgId, pullId });
        return {};
      },
    },
  });
}
