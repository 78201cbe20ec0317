/** A variable whose name does not follow the convention. */
import { defineRule } from '../../model/rule.ts';
import { measureOf } from '../../patterns/name-measure.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

const variable = (name: string): string =>
  `<Sequence><Sequence.Variables><Variable x:TypeArguments="x:String" Name="${name}" /></Sequence.Variables></Sequence>`;

export const rule = defineRule({
  id: 'UIP-NMG-001',
  version: 1,
  title: 'Variable naming convention',
  platforms: ['uipath'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Names that follow one convention can be searched for and read without a look at the declaration.',
  fix: 'Rename the variable in the Variables panel: Studio changes its uses too.',
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
  *check({ name, at, owner }, { options: { pattern, maxLength } }) {
    if (name.length <= maxLength && compileUserPattern(pattern).test(name)) return;
    const how = name.length > maxLength ? `has ${name.length} characters` : 'does not follow the convention';
    const measure = measureOf(name, pattern);
    yield { at: { at, owner, name }, message: `The name of the variable "${name}" ${how}.`, measure };
  },
  examples: {
    uipath: {
      options: { pattern: '^(str|int|dt)_[A-Z]' },
      bad: [variable('total'), variable(`str_A${'b'.repeat(60)}`)],
      good: [variable('str_Total'), variable('dt_Rows'), '<Delay DisplayName="total" />'],
    },
  },
});
