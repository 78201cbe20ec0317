/** A handler of every error whose log says that something failed, and not what. */
import { descendantsOf, isLive, parentOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Role, Workflow } from '../../model/workflow.ts';
import { takesAllErrors } from '../../patterns/all-errors.ts';
import { lossIn } from '../../patterns/uipath/catches/clean-up.ts';
import { defineRule } from '../define-rule.ts';

/** Roles of steps that pass the error on, or report it in another way. */
const REPORTS: ReadonlySet<Role> = new Set([
  'throw',
  'terminate',
  'invoke',
  'script',
  'shell',
  'screenshot',
  'email',
  'message',
]);
/** Levels at which UiPath logs failures. */
const FAILURE_LEVEL = /(?:^|\.)(?:Error|Warn|Fatal)$/;
const LEVEL = 'Level';

/** Returns whether a log line is one fixed text. */
const isFixed = ({ properties }: Activity): boolean =>
  properties.every(
    ({ name, expression }) =>
      expression === undefined || expression.literal !== undefined || name.endsWith(LEVEL),
  );

function isFailureLine(workflow: Workflow, line: Activity): boolean {
  return workflow.platform !== 'uipath' || FAILURE_LEVEL.test(propertyOf(line, LEVEL)?.text ?? '');
}

/** Returns whether a step reads the caught exception. */
function readsException(workflow: Workflow, steps: readonly Activity[], handler: Activity): boolean {
  const scopes = new Set([handler.index, ...steps.map(({ index }) => index)]);
  const keys = new Set(workflow.variables.filter(({ owner }) => scopes.has(owner)).map(({ key }) => key));
  return steps.some(({ properties }) =>
    properties.some(({ expression }) => expression?.mentions.some((key) => keys.has(key))),
  );
}

export const rule = defineRule('XPL-OBS-002', {
  level: 'activity',
  roles: ['catch'],
  *check(handler, { workflow }) {
    if (!takesAllErrors(handler)) return;
    const steps = [...descendantsOf(workflow, handler)].filter(isLive);
    const lines = steps.filter(({ role }) => role === 'log');
    const [first] = lines;
    if (first === undefined || !isFailureLine(workflow, first) || !lines.every(isFixed)) return;
    if (steps.some(({ role }) => REPORTS.has(role)) || readsException(workflow, steps, handler)) return;
    const attempt = parentOf(workflow, handler) ?? handler;
    if (workflow.platform === 'uipath' && lossIn(workflow, attempt) !== 'work') return;
    const message = `"${first.name}" logs the same text for every error that "${attempt.name}" catches: the cause is lost.`;
    yield { at: first, message };
  },
});
