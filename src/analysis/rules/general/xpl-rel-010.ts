/** Finds conditions with the same result in every run. */
import { childrenOf, propertyOf } from '../../model/navigate.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { defineRule } from '../define-rule.ts';

/** Activity types and the setting with their condition. */
const CONDITIONS: ReadonlyMap<string, string> = new Map([
  ['If', 'Condition'],
  ['IfElseIfBlock', 'Condition'],
  ['FlowDecision', 'Condition'],
  ['Decision', 'expression'],
  ['core.logic.decision', 'expression'],
]);

// Cloud flows and desktop flows have rules of their own, PAF-REL-024 and PAD-REL-006, and so have loops: UIP-REL-009.
export const rule = defineRule('XPL-REL-010', {
  level: 'activity',
  types: [...CONDITIONS.keys()],
  *check(activity, { workflow }) {
    const condition = propertyOf(activity, CONDITIONS.get(activity.type) ?? '');
    const result = condition === undefined ? undefined : constantCondition(condition);
    if (condition === undefined || result === undefined) return;
    // The rule for what cannot run says so there.
    if (childrenOf(workflow, activity).some(({ reachable }) => !reachable)) return;
    const message = `The condition of "${activity.name}" is ${result ? 'true' : 'false'} in every run.`;
    yield { at: condition, subject: 'condition', message };
  },
});
