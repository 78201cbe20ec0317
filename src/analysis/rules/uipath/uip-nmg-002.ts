/** An argument whose name does not follow the convention of its direction. */
import { defineRule } from '../../model/rule.ts';
import { measureOf } from '../../patterns/name-measure.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

const argument = (name: string, direction: string): string =>
  `<x:Members><x:Property Name="${name}" Type="${direction}(x:String)" /></x:Members><Delay />`;

export const rule = defineRule({
  id: 'UIP-NMG-002',
  version: 1,
  title: 'Argument naming convention',
  platforms: ['uipath'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'The prefix shows at each use whether a value comes from the caller or goes back to it.',
  fix: 'Rename the argument in the Arguments panel, and change the workflows that invoke this one.',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    in: {
      default: '',
      about: 'Pattern of names of In arguments.',
      stricter: 'equal',
      isPattern: true,
    },
    out: {
      default: '',
      about: 'Pattern of names of Out arguments.',
      stricter: 'equal',
      isPattern: true,
    },
    inOut: {
      default: '',
      about: 'Pattern of names of In/Out arguments.',
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
  needsOneOf: ['in', 'out', 'inOut'],
  level: 'argument',
  *check({ name, direction, at, owner }, { options }) {
    const pattern = options[direction === 'in-out' ? 'inOut' : direction];
    const isTooLong = name.length > options.maxLength;
    if (!isTooLong && (pattern === '' || compileUserPattern(pattern).test(name))) return;
    const how = isTooLong
      ? `has ${name.length} characters`
      : `does not follow the convention for ${direction} arguments`;
    const measure = measureOf(name, pattern);
    yield { at: { at, owner, name }, message: `The name of the argument "${name}" ${how}.`, measure };
  },
  examples: {
    uipath: {
      options: { in: '^in_[A-Z]', out: '^out_[A-Z]' },
      bad: [argument('order', 'InArgument'), argument('in_Order', 'OutArgument')],
      good: [
        argument('in_Order', 'InArgument'),
        argument('out_Order', 'OutArgument'),
        // Near miss: no pattern is given for this direction.
        argument('order', 'InOutArgument'),
      ],
    },
  },
});
