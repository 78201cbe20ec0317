/** A desktop flow that works with programs, files and pages, and handles no error anywhere. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Groups of actions that fail when something outside of the flow is not as expected. */
const EXTERNAL =
  /^(?:web|webautomation|uiautomation|excel|database|email|outlook|exchange|file|folder|ftp|pdf|sap|terminalemulation)\./i;
const HANDLING: ReadonlySet<string> = new Set(['OnError', 'OnBlockError', 'Block']);

// A whole flow is judged: a subflow is often called inside a block, so that each action by itself proves nothing.
export const rule = defineRule('PAD-REL-001', {
  level: 'workflow',
  *check(workflow, { options }) {
    if (workflow.activities.some(({ type }) => HANDLING.has(type))) return;
    const external = workflow.activities.filter(
      (activity) => EXTERNAL.test(activity.type) && isLive(activity),
    );
    const [first] = external;
    if (first === undefined || external.length < options.minActions) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'error-handling',
      measure: { option: 'minActions', value: external.length + 1 },
      message: `"${workflow.name}" has ${external.length} actions that depend on other programs, the first is "${first.name}", and none of its errors is handled.`,
    };
  },
});
