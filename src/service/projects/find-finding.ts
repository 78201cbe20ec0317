/** Finds the finding that an exception is requested for. */
import { everyFinding } from '../../analysis/engine/findings/mistakes.ts';
import { AppError } from '../../errors.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import type { FindFinding } from '../exceptions/decide-exceptions.ts';
import { findValidation } from '../validations/validations-store.ts';
import { findProject } from './store/projects.ts';

/** Finds a finding by its id and that of its validation or project. @throws AppError `not_found` */
export const findFinding: FindFinding = async (sql, { validationId, findingId }) => {
  const record = isUuid(validationId) ? await findValidation(sql, validationId) : undefined;
  const project =
    isUuid(validationId) && record === undefined ? await findProject(sql, validationId) : undefined;
  const source = record ?? project;
  if (source === undefined) {
    const message = `The organisation has no validation ${JSON.stringify(validationId.slice(0, 80))}.`;
    throw new AppError('not_found', message);
  }
  const listed = (record ?? project?.result)?.findings ?? [];
  // An earlier run may have listed by itself what is now listed as another rule's finding.
  const finding = [...listed, ...everyFinding(listed)].find(({ id }) => id === findingId);
  if (finding === undefined) {
    const message = `The validation ${source.id} has no finding ${JSON.stringify(findingId.slice(0, 80))}.`;
    throw new AppError('not_found', message);
  }
  // A finding across files has its place in one of them, whose path begins its location.
  const filename = record === undefined ? (finding.location.names[0] ?? '') : record.filename;
  return { finding, filename, hasPath: record?.hasPath ?? true, pipeline: source.pipeline };
};
