/** `flowarden.internal.v1.ProjectRunService`: what the jobs process has this core do for projects. */
import { ProjectRunServiceService } from '../gen/flowarden/internal/v1/project_run.ts';
import type { Logger } from '../log.ts';
import { carryProject } from '../projects/carry-files.ts';
import { finishProject } from '../projects/finish-project.ts';
import { runShard } from '../projects/run-shard.ts';
import type { ProjectTools } from '../projects/tools.ts';
import { withOrigin } from '../store/origin.ts';
import { definePeerService, type Service } from './service.ts';

/** Makes the service. */
export function projectRunService(tools: ProjectTools, log: Logger): Service {
  return definePeerService(ProjectRunServiceService, {
    carryProject: {
      async handle({ orgId, projectId }, { signal }) {
        await carryProject(tools, { orgId, projectId }, signal);
        return {};
      },
    },
    runShard: {
      async handle({ orgId, projectId, shard, careful }, { signal, requestId }) {
        const sql = withOrigin(tools.sql, { requestId });
        await runShard({ ...tools, sql }, { orgId, projectId }, shard, careful, signal);
        return {};
      },
    },
    finishProject: {
      async handle({ orgId, projectId }, { signal, requestId }) {
        for (const { ruleId, message } of await finishProject(tools, { orgId, projectId }, signal)) {
          log.error({ requestId, projectId, ruleId, reason: message }, 'a rule across files failed');
        }
        return {};
      },
    },
  });
}
