/** Actions with the names that the designer gave them. */
import { isLive } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Titles of actions as the designer writes them into names. */
const DEFAULTS: ReadonlySet<string> = new Set(
  [
    'Compose',
    'Condition',
    'Apply to each',
    'For each',
    'Scope',
    'Switch',
    'Do until',
    'Until',
    'Initialize variable',
    'Set variable',
    'Append to array variable',
    'Append to string variable',
    'Increment variable',
    'Decrement variable',
    'Parse JSON',
    'Select',
    'Filter array',
    'Create HTML table',
    'Create CSV table',
    'Join',
    'HTTP',
    'Delay',
    'Delay until',
    'Response',
    'Get items',
    'Get item',
    'Create item',
    'Update item',
    'Delete item',
    'Get file content',
    'Create file',
    'List rows',
    'Get a row by ID',
    'Add a new row',
    'Update a row',
    'Delete a row',
    'Send an email (V2)',
  ].map((title) => title.toLowerCase()),
);
const COUNTER = / \d{1,4}$/;
/** End of the name of a pasted action. */
const COPY = /(?: ?- ?| )copy$/;

/** Returns the name of an action as the designer writes it, in lower case and without a counter. */
const titleOf = ({ name }: Activity): string => name.replaceAll('_', ' ').toLowerCase().replace(COUNTER, '');

/**
 * Returns whether the designer gave a name. It puts a hyphen before "copy": without one the name may be a person's ("Save
 * copy"), unless the action that was copied is there.
 */
function isDefault(activity: Activity, titles: ReadonlySet<string>): boolean {
  const title = titleOf(activity);
  const [end = ''] = COPY.exec(title) ?? [];
  return DEFAULTS.has(title) || end.includes('-') || (end !== '' && titles.has(title.slice(0, -end.length)));
}

export const rule = defineRule('PAF-MNT-005', {
  level: 'workflow',
  *check(workflow, { options }) {
    const titles = new Set(workflow.activities.map(titleOf));
    const found = workflow.activities.filter(
      (activity) => activity.role !== 'trigger' && isLive(activity) && isDefault(activity, titles),
    );
    const [first] = found;
    if (first === undefined || found.length <= options.max) return;
    const many = found.length === 1 ? 'One action has' : `${found.length} actions have`;
    yield {
      at: first,
      subject: 'names',
      measure: { option: 'max', value: found.length },
      message: `${many} a default or copied name, the first "${first.name}".`,
    };
  },
});
