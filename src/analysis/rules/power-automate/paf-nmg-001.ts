/** A variable whose name does not follow the convention. */
import { defineRule } from '../../model/rule.ts';
import { measureOf } from '../../patterns/name-measure.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

const init = (name: string): string =>
  `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "${name}", "type": "string"}]}}`;

export const rule = defineRule({
  id: 'PAF-NMG-001',
  version: 1,
  title: 'Variable naming convention',
  platforms: ['power-automate'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Names that follow one convention can be searched for and read without a look at the declaration.',
  fix: 'Rename the variable in its "Initialize variable" action, and select it again where it is used.',
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
  level: 'variable',
  *check({ name, key, at, owner }, { options: { pattern, maxLength } }) {
    // Environment variables of a solution have names of their own.
    if (!key.startsWith('variable:')) return;
    if (name.length <= maxLength && compileUserPattern(pattern).test(name)) return;
    const how = name.length > maxLength ? `has ${name.length} characters` : 'does not follow the convention';
    const measure = measureOf(name, pattern);
    yield { at: { at, owner, name }, message: `The name of the variable "${name}" ${how}.`, measure };
  },
  examples: {
    'power-automate': {
      options: { pattern: '^(str|int|arr)[A-Z]' },
      bad: [init('total'), init(`strA${'b'.repeat(60)}`)],
      good: [init('strTotal'), init('arrRows'), '"Compose": {"type": "Compose", "inputs": "total"}'],
    },
  },
});
