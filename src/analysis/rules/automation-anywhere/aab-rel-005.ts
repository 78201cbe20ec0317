/** A bot goes on after the failure of a bot that it runs. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { decidesLater, writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-REL-005', {
  level: 'activity',
  types: ['TaskBot/runTask'],
  words: ['continueonerror'],
  *check(run, { workflow, options }) {
    const goesOn = propertyOf(run, 'continueOnError');
    if (literalOf(goesOn)?.toLowerCase() !== 'true') return;
    if (options.sideBots.some((bot) => matchesWildcard(run.name, bot))) return;
    if (decidesLater(workflow, writtenBy(run), run.index)) return;
    yield {
      at: run,
      subject: 'continueOnError',
      group: 'bot',
      message: `"${run.name}" on line ${run.editorLine} may fail, and the bot continues without checking.`,
    };
  },
});
