/** Reports objects that have the name of a vendor's object but other content. */
import { defineRule } from '../../model/rule.ts';

const named = (name: string, type = 'object'): string =>
  `<process name="${name}" version="1.0" bpversion="7.2.0.0" narrative="" type="${type}"><stage stageid="s" name="Start" type="Start"/></process>`;

export const rule = defineRule({
  id: 'XPL-ENG-007',
  version: 1,
  title: "Differs from the vendor's object",
  platforms: ['blue-prism'],
  category: 'engine',
  severity: 'low',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Whoever calls the object expects what the product ships, and an update of the product would overwrite what was changed in it.',
  fix: 'If it was changed on purpose, save it under a name of your own. Otherwise import the object of your product version again.',
  compliance: ['INTEG'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [named('MS Excel VBO'), named('ms excel vbo ')],
      good: [named('Orders - Excel'), named('Utility - Orders'), named('MS Excel VBO', 'process')],
    },
  },
  level: 'workflow',
  *check(workflow) {
    if (workflow.vendorCopy !== 'different') return;
    const message = `"${workflow.name}" has the name of an object that comes with the product, but its content is none of the known versions: it is judged like your own.`;
    // The first page stands at the beginning of the object, which in a release is not the beginning of the file.
    yield { at: { at: workflow.activities[0]?.at ?? 0, owner: -1, name: '' }, message };
  },
});
