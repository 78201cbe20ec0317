/** A dialog that waits for a person. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Actions whose dialog a person has to close; with a time-out it closes by itself. */
const WAITS =
  /^Display\.(?:ShowMessageDialog\.ShowMessage|InputDialog|SelectDateDialog|SelectFromListDialog|SelectFileDialog|SelectFolder|ShowCustomDialog)(?!\w*Timeout)(?:\.|$)/i;

// The file does not say how a flow runs: a person decides, once for all dialogs of a flow.
export const rule = defineRule('PAD-REL-007', {
  level: 'workflow',
  roles: ['message', 'other', 'ui'],
  *check(workflow) {
    const dialogs = workflow.activities.filter((activity) => WAITS.test(activity.type) && isLive(activity));
    const [first] = dialogs;
    if (first === undefined) return;
    const more = dialogs.length === 1 ? '' : `, and ${dialogs.length - 1} more actions do so`;
    const message = `"${first.name}" waits for a person${more}.`;
    yield { at: first, subject: 'dialog', message };
  },
});
