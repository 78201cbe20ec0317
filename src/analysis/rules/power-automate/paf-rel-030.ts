/** A value that the step of a cloud flow does not take. */
import { CLOUD_FLOW_VALUES } from '../../facts/values/cloud-flow.ts';
import { arrangeRows, rejectedValues, settingWords } from '../../patterns/legal-value-rule.ts';
import { defineRule } from '../define-rule.ts';

/** Limits that the settings of a logic app (Standard) raise: `Runtime.Backend.*` in its `host.json`. */
const RAISED = new Set([
  'limit.count',
  'inputs.retryPolicy.count',
  'runtimeConfiguration.concurrency.repetitions',
]);

const ROWS = arrangeRows(CLOUD_FLOW_VALUES);

export const rule = defineRule('PAF-REL-030', {
  level: 'activity',
  types: [...ROWS.keys()],
  words: settingWords(CLOUD_FLOW_VALUES),
  *check(activity, { workflow }) {
    const isRaised = workflow.kind === 'azure-logic-app';
    for (const problem of rejectedValues(activity, ROWS.get(activity.type)!))
      if (!isRaised || !RAISED.has(problem.subject!)) yield problem;
  },
});
