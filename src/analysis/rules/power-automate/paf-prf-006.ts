/** A loop that reads one row or person per item. */
import { ancestorsOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';
import { readsIn } from '../../patterns/power-automate/flow-reads.ts';
import { defineRule } from '../define-rule.ts';

/** Operations that read one row or one person. */
const READS_ONE = /^(?:getitem|getrow|getrecord|userprofile)(?:_?v\d)?$/;

/** Returns whether a setting reads the item of a loop around the action. */
function readsItem({ properties }: Activity): boolean {
  return properties.some(
    ({ name, expression }) =>
      name.startsWith('inputs.parameters.') &&
      expression !== undefined &&
      [...readsIn(expression.tree)].some(({ by }) => by === 'items' || by === 'item'),
  );
}

/** Returns the loop whose every item costs a call. */
function loopOf(workflow: Workflow, activity: Activity): Activity | undefined {
  for (const around of ancestorsOf(workflow, activity)) if (around.type === 'Foreach') return around;
  return undefined;
}

export const rule = defineRule('PAF-PRF-006', {
  level: 'activity',
  types: ['OpenApiConnection'],
  *check(activity, { workflow }) {
    if (!READS_ONE.test(operationName(activity))) return;
    const loop = loopOf(workflow, activity);
    if (loop === undefined || !readsItem(activity)) return;
    yield {
      at: activity,
      subject: 'per item',
      message: `"${activity.name}" reads again for every item of "${loop.name}".`,
    };
  },
});
