/** A condition of an API workflow that chooses none of its branches. */
import type { Activity } from '../../model/workflow.ts';
import { isApiWorkflow } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

const TARGET = /^switch\.\d+\.(?:case|default|[^.]+)\.then$/;
/** Targets that are no branches: the flow goes on, leaves its list, or ends. */
const DIRECTIVES: ReadonlySet<string> = new Set(['continue', 'exit', 'end']);

/** Returns the branches that a condition leads to and that its own parts do not have. */
function missingBranches({ id, properties }: Activity, parts: ReadonlySet<string>): readonly string[] {
  return properties
    .filter(({ name, text }) => TARGET.test(name) && text.startsWith(`${id}#`))
    .map(({ text }) => text.slice(id.length + 1))
    .filter((part) => !DIRECTIVES.has(part) && !parts.has(part));
}

/** Returns the parts of a condition that the file has, also those without steps. */
function partsOf({ properties }: Activity, slots: readonly string[]): ReadonlySet<string> {
  return new Set([...slots, ...properties.flatMap(({ name }) => /^([A-Z]\w*)\./.exec(name)?.[1] ?? [])]);
}

export const rule = defineRule('UIP-REL-103', {
  level: 'activity',
  languages: ['javascript'],
  types: ['If', 'Switch'],
  *check(activity, { workflow }) {
    if (!isApiWorkflow(workflow)) return;
    const { index, name, properties } = activity;
    if (!properties.some((property) => property.name.startsWith('switch'))) {
      yield {
        at: activity,
        message: `The condition "${name}" has no switch, so none of its branches ever runs.`,
      };
      return;
    }
    const slots = workflow.children[index]!.map((child) => workflow.activities[child]!.slot);
    for (const part of missingBranches(activity, partsOf(activity, slots)))
      yield {
        at: activity,
        subject: part,
        message: `The condition "${name}" leads to its branch "${part}", which the file does not have.`,
      };
  },
});
