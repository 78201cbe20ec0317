/** Job that resumes abandoned projects: a process may die once too often even for the queue. */

import { inTransaction } from '../../../infra/database/database.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';
import { enqueue } from '../../../infra/queue/job-queue.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { PROJECT_LIMITS } from '../limits.ts';
import { listAbandonedProjects } from '../store/abandoned-projects.ts';

/** Silence after which a running project that has lost all its jobs is resumed. */
const PROJECT_SILENCE_MS_MAX = 120_000;

/** The look, every five minutes. */
export const resumeProjects: JobTask<'resume-projects'> = async ({ sql, log }) => {
  const projects = await inTransaction(sql, async (inner) => {
    const before = new Date(Date.now() - PROJECT_SILENCE_MS_MAX);
    const abandoned = await listAbandonedProjects(inner, before, INFRA_LIMITS.sweepRowsMax);
    for (const payload of abandoned) {
      const jobKey = `list-project ${payload.projectId}`;
      await enqueue(inner, {
        task: 'list-project',
        payload,
        jobKey,
        maxAttempts: PROJECT_LIMITS.projectJobAttemptsMax,
      });
    }
    return abandoned;
  });
  if (projects.length > 0) log.warn({ projects }, 'projects without a job are taken up again');
};
