/** Names files that belong to an automation and were not analysed. The engine reports it: one finding a kind. */
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'XPL-ENG-011',
  version: 1,
  title: 'Files not analysed',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'engine',
  severity: 'low',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'No rule has seen these files, so a passed gate and the score say nothing about them.',
  fix: 'Have a person review the files before they go live. To let them block, set `blockUnanalysed` in the settings of your organisation, or raise the severity of this rule in a policy pack (`severity: high`, `confirm: true`).',
  compliance: ['INTEG'],
  options: {},
  examples: {},
  level: 'project',
  check: () => [],
});
