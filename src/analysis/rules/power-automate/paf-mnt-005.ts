/** Actions with the names that the designer gave them. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';

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

export const rule = defineRule({
  id: 'PAF-MNT-005',
  version: 2,
  title: 'Default or copied action names',
  platforms: ['power-automate'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'The run history and every expression show these names: "Compose_3" says nothing about what failed or what a value is.',
  fix: 'Rename each of them after its purpose, before other actions use its output.',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    max: {
      default: 0,
      unit: 'actions',
      about: 'Number of actions that may have such a name.',
      stricter: 'lower',
      isMeasured: true,
      metric: { name: 'activities' },
    },
  },
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
      message: `${many} a name that the designer gave, the first "${first.name}".`,
    };
  },
  examples: {
    'power-automate': {
      bad: [
        '"Compose": {"type": "Compose", "inputs": 1}',
        '"Apply_to_each_2": {"type": "Foreach", "foreach": [], "actions": {"Condition": {"type": "If", "expression": {}, "actions": {}}}}',
        '"Read_order-copy": {"type": "Compose", "inputs": 1}',
        '"Read_order_-_Copy": {"type": "Compose", "inputs": 1}',
        '"Read_order": {"type": "Compose", "inputs": 1}, "Read_order_copy": {"type": "Compose", "inputs": 1}',
      ],
      good: [
        '"Order_number": {"type": "Compose", "inputs": 1}',
        '"Each_order": {"type": "Foreach", "foreach": [], "actions": {}}',
        // It ends the run and has no output: the name says all.
        '"Terminate": {"type": "Terminate", "inputs": {"runStatus": "Failed"}}',
        // Near misses: a person named the copy, and a name that begins like a default one.
        '"Save_copy": {"type": "Compose", "inputs": 1}',
        '"Photocopy": {"type": "Compose", "inputs": 1}, "Photo": {"type": "Compose", "inputs": 1}',
        '"Condition_of_payment": {"type": "Compose", "inputs": 1}',
      ],
    },
  },
});
