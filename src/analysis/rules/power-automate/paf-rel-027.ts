/** A condition that takes an absent value for a filled one: null is not equal to an empty text. */
import { descendantsOf, isLive } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { connectorName } from '../../patterns/power-automate/flow-operation.ts';
import { defineRule } from '../define-rule.ts';

/** A member that may be absent: `triggerOutputs()?['body/phone']`. */
const OPTIONAL = /^(?:triggerOutputs|triggerBody|outputs|body|items)\([^()]{0,200}\)\?\[[^()]{1,300}\]$/;
/** Sides of a negated comparison in the tree of conditions. */
const NEGATED = /(?:^|\.)not\.equals\.\d$/;

/** Returns the values that a condition takes for filled if they are not an empty text. */
function comparedIn({ properties }: Activity): readonly Property[] {
  const sides = Map.groupBy(
    properties.filter(({ name }) => NEGATED.test(name)),
    ({ name }) => name.slice(0, -1),
  );
  return [...sides.values()].flatMap((both) =>
    both.some(({ text, expression }) => text === '' && expression === undefined)
      ? both.filter(({ text, expression }) => expression !== undefined && OPTIONAL.test(text))
      : [],
  );
}

/** Returns whether the condition also looks for null, or the value comes from Microsoft Forms, which gives an empty text. */
function isSafe(workflow: Workflow, condition: Activity, { text, expression }: Property): boolean {
  const others = condition.properties.filter(
    (other) => other.text.includes('null') || other.text.includes('empty('),
  );
  if (others.some((other) => other.text.includes(text) || other.text.trim() === 'null')) return true;
  return workflow.activities.some(
    (action) =>
      connectorName(action) === 'microsoftforms' && expression!.mentions.includes(actionKey(action)),
  );
}

/** Returns the first step of the branch for a filled value that uses it. */
function userOf(workflow: Workflow, condition: Activity, value: string): Activity | undefined {
  for (const step of descendantsOf(workflow, condition)) {
    if (!isLive(step) || (step.parent === condition.index && step.slot === 'else')) continue;
    if (step.properties.some(({ text, direction }) => direction === 'in' && text.includes(value)))
      return step;
  }
  return undefined;
}

export const rule = defineRule('PAF-REL-027', {
  level: 'activity',
  types: ['If'],
  words: ['equals'],
  *check(condition, { workflow }) {
    if (!isLive(condition)) return;
    for (const value of comparedIn(condition)) {
      if (isSafe(workflow, condition, value)) continue;
      const user = userOf(workflow, condition, value.text);
      if (user === undefined) continue;
      yield {
        at: value,
        subject: 'absent value',
        message: `"${condition.name}" also takes ${value.text} for filled when it is absent, and "${user.name}" then works without it.`,
      };
      return;
    }
  },
});
