/** Types of the tasks of UiPath's cases: the closed set, with what each does. */
import type { Role } from '../workflow.ts';

/** Type of a task → role. */
export const CASE_TASKS: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['process', 'invoke'],
  ['rpa', 'invoke'],
  ['agent', 'ai'],
  ['api-workflow', 'invoke'],
  ['case-management', 'invoke'],
  ['action', 'approval'],
  ['execute-connector-activity', 'other'],
  ['wait-for-connector', 'other'],
  ['wait-for-timer', 'delay'],
]);
