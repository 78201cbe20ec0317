/** Begins a project: lists its files and queues its shards. */
import { AppError } from '../errors.ts';
import { endProject } from '../projects/end-project.ts';
import { listProject as list } from '../projects/list-project.ts';
import { withOrganisation } from '../store/database.ts';
import { GIVEN_UP, orGiveUp } from './project-work.ts';
import type { JobTask } from './task.ts';

/** One project. */
export const listProject: JobTask<'list-project'> = async (context) => {
  const { payload, sql } = context;
  await orGiveUp(
    context,
    () => list(context, payload),
    (cause) => {
      const error = cause instanceof AppError ? { code: cause.code, message: cause.message } : GIVEN_UP;
      return withOrganisation(sql, payload.orgId, (inner) => endProject(inner, payload, { error }));
    },
  );
};
