/** Activities that have the names of their types. */
import { isLive } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Returns a name without what distinguishes a title from a type: `Invoke Workflow File` is `InvokeWorkflowFile`. */
const bare = (name: string): string => name.replaceAll(' ', '').toLowerCase();

function hasDefaultName({ name, type }: Activity): boolean {
  const [stem = type] = type.split('`', 1);
  return name === '' || bare(name) === bare(stem);
}

export const rule = defineRule('UIP-MNT-007', {
  level: 'workflow',
  // Statements have no names.
  notIn: ['uipath-coded-workflow'],
  *check(workflow, { options }) {
    const types = new Set(options.types);
    const found = workflow.activities.filter(
      (activity) =>
        types.has(activity.type.split('`', 1)[0]!) && isLive(activity) && hasDefaultName(activity),
    );
    const [first] = found;
    if (first === undefined || found.length <= options.max) return;
    const many = found.length === 1 ? 'One activity has' : `${found.length} activities have`;
    yield {
      at: first,
      subject: 'names',
      measure: { option: 'max', value: found.length },
      message: `${many} the name of the type, the first a "${first.type}".`,
    };
  },
});
