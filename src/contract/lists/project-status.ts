/** The states of a validation of a project. */

/** `queued`: others of the organisation run first. */
export const PROJECT_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** Returns whether a project has ended. */
export function projectHasEnded(status: ProjectStatus): boolean {
  return status === 'completed' || status === 'failed';
}
