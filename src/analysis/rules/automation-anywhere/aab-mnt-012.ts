/** A bot decides at run time which task bot it runs. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { variablesIn } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-MNT-012', {
  level: 'call',
  *check(call, { workflow, options }) {
    const activity = workflow.activities[call.owner];
    const file = activity?.properties.find(({ at }) => at === call.at)?.expression;
    if (call.target !== undefined || activity === undefined || file === undefined) return;
    if (options.allowPattern !== '' && matchesWildcard(file.text, options.allowPattern)) return;
    const names = [...new Set(variablesIn(file.tree).map((name) => `"${name}"`))].join(', ');
    yield {
      at: call,
      message: `The task bot to run on line ${activity.editorLine} comes from ${names}.`,
      subject: 'taskbotFile',
    };
  },
});
