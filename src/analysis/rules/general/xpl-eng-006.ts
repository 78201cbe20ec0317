/** Reports the vendor's unchanged objects that were not judged. The engine reports it: one notice a file. */
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'XPL-ENG-006',
  version: 1,
  title: 'Vendor object not judged',
  platforms: ['blue-prism'],
  category: 'engine',
  severity: 'low',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Objects that come with the product are not yours to change, so what the rules say of them helps you little.',
  fix: 'There is nothing to do. To have these objects judged like your own, run `flowarden validate --include-vendor`, or set `includeVendor` in the settings of your organisation.',
  compliance: ['INTEG'],
  options: {},
  examples: {},
  level: 'workflow',
  check: () => [],
});
