/** Reports the files of an archive that could not be read at all. */
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'XPL-ENG-001',
  version: 1,
  title: 'File could not be analysed',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'engine',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'No rule has seen this file, so whatever is wrong in it stays hidden.',
  fix: 'Open the file in its designer, save it again and make a new export.',
  compliance: ['INTEG'],
  options: {},
  examples: {},
  level: 'workflow',
  wants: 'unread',
  *check(workflow) {
    if (workflow.kind !== 'unreadable') return;
    for (const part of workflow.unread) yield { at: part, message: part.reason };
  },
});
