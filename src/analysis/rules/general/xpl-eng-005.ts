/** Reports findings beyond the limit of a report. The engine itself reports it, because no check sees the count. */
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'XPL-ENG-005',
  version: 1,
  title: 'Not all findings are listed',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'engine',
  severity: 'low',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'The totals and the score count every finding, but the milder ones are not in the list.',
  fix: 'Fix what is listed and validate again, or split the file into smaller workflows.',
  compliance: ['INTEG'],
  options: {},
  examples: {},
  level: 'workflow',
  check: () => [],
});
