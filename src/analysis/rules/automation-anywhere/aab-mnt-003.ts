/** A bot holds commands that are switched off. */
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const isOff = ({ enabled, role }: Activity): boolean => !enabled && role !== 'comment' && role !== 'trigger';

export const rule = defineRule('AAB-MNT-003', {
  level: 'workflow',
  includeDisabled: true,
  *check(workflow) {
    // Commands in a disabled block count with it.
    const off = workflow.activities.filter(
      (activity) => isOff(activity) && workflow.activities[activity.parent]?.enabled !== false,
    );
    const [first] = off;
    if (first === undefined) return;
    const count =
      off.length === 1 ? 'a disabled command' : `${off.length} disabled commands or blocks, the first`;
    yield {
      at: first,
      subject: 'disabled',
      message: `"${workflow.name}" has ${count} on line ${first.editorLine}.`,
    };
  },
});
