/** Says which parts of a file could not be understood: what was not read was not checked. The engine says here too which rules it stopped. */
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'XPL-ENG-002',
  version: 2,
  title: 'Analysis was partial',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'engine',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A part that was not read was not checked either, so the score says nothing about it.',
  fix: 'Open the file in its designer and save it again. If the part stays unread, report it with the file kind; if a rule was stopped, divide the workflow, or report the rule.',
  compliance: ['INTEG'],
  options: {},
  examples: {},
  level: 'workflow',
  wants: 'unread',
  *check(workflow) {
    if (workflow.kind === 'unreadable') return;
    for (const part of workflow.unread) yield { at: part, message: part.reason };
  },
});
