/** Reports the parts of a file that could not be read. The engine also reports failed rules under this rule's id. */
import { defineRule } from '../../model/rule.ts';
import { UNREAD_KINDS } from '../../model/unread.ts';

export const rule = defineRule({
  id: 'XPL-ENG-002',
  version: 3,
  title: 'Analysis was partial',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'engine',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'What was not read was not checked, so a passed gate and the score would say nothing about it.',
  fix: 'Open the file in its designer and save it again. If the part stays unread, or a rule failed, report it with the file kind; until it is mended, an approved exception lets the file pass.',
  compliance: ['INTEG'],
  options: {},
  examples: {},
  level: 'workflow',
  wants: 'unread',
  *check(workflow) {
    if (workflow.kind === 'unreadable') return;
    for (const part of workflow.unread)
      yield {
        at: part,
        message: part.reason,
        severity: UNREAD_KINDS[part.kind].isHarmless ? 'medium' : 'high',
      };
  },
});
