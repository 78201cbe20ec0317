/** Reports an upload in which nothing was analysed. The engine reports it: no check sees what was left out. */
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'XPL-ENG-012',
  version: 1,
  title: 'Nothing was analysed',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'engine',
  severity: 'low',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Every file of the automation is of a kind that is not read, so nothing is known about it: the project has not passed.',
  fix: 'Have a person review the files, and keep them out of this gate or send them together with the workflows that use them. Check that the right folder was packed.',
  compliance: ['INTEG'],
  options: {},
  examples: {},
  level: 'project',
  check: () => [],
});
