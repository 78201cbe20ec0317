/** A variable whose name does not follow the convention. */
import { defineRule } from '../../model/rule.ts';
import { measureOf } from '../../patterns/name-measure.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

/** Names that the recorder gives windows. */
const RECORDED = /^window(?:-\d+)+$/;

const bot = (name: string): string => `"nodes": [], "variables": [ { "name": "${name}", "type": "STRING" } ]`;

export const rule = defineRule({
  id: 'AAB-NMG-001',
  version: 1,
  title: 'Variable naming convention',
  platforms: ['automation-anywhere'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Names that follow one convention can be searched for and read without a look at the declaration.',
  fix: 'Rename the variable in the Variables panel: the editor changes its uses too.',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    pattern: {
      default: '',
      about: 'Pattern of every name.',
      stricter: 'equal',
      isPattern: true,
    },
    maxLength: {
      default: 60,
      unit: 'characters',
      about: 'Longest name.',
      stricter: 'lower',
      isMeasured: true,
    },
  },
  needsOneOf: ['pattern'],
  level: 'workflow',
  wants: 'symbols',
  *check(workflow, { options: { pattern, maxLength } }) {
    const compiled = compileUserPattern(pattern);
    for (const { name, at, owner } of [...workflow.variables, ...workflow.arguments]) {
      if (RECORDED.test(name) || (name.length <= maxLength && compiled.test(name))) continue;
      const how =
        name.length > maxLength ? `has ${name.length} characters` : 'does not follow the convention';
      const measure = measureOf(name, pattern);
      yield { at: { at, owner, name }, message: `The name of the variable "${name}" ${how}.`, measure };
    }
  },
  examples: {
    'automation-anywhere': {
      options: { pattern: '^[snbl][A-Z]' },
      bad: [bot('total'), bot(`sA${'b'.repeat(60)}`)],
      good: [
        bot('sTotal'),
        bot('nCount'),
        bot('window-1-1'),
        '{ "commandName": "clearClipboard", "packageName": "Clipboard" }',
      ],
    },
  },
});
