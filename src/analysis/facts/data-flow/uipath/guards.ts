/** Tests in conditions of UiPath workflows that let only known or harmless values through. */
import { isClosedPattern } from '../closed-pattern.ts';
import { listed } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const CONDITION = {
  kind: 'guard',
  roles: ['branch'],
  property: 'Condition',
  families: ['untrusted'],
} as const;

export const UIPATH_GUARDS: readonly FlowRow[] = [
  { ...CONDITION, words: 'comparison with fixed text', isEquality: true },
  {
    ...CONDITION,
    words: '`Contains` and `ContainsKey` of a list',
    functions: listed('contains containskey containsvalue isdefined'),
    arguments: [0],
    isList: true,
  },
  {
    ...CONDITION,
    words: '`IsMatch` with a pattern from `^` to `$`',
    functions: ['ismatch'],
    arguments: [-1, 0],
    isPattern: isClosedPattern,
  },
  {
    ...CONDITION,
    words: '`TryParse`, `IsNumeric`, `IsDate`',
    functions: listed('tryparse tryparseexact isnumeric isdate'),
    arguments: [0],
  },
  {
    kind: 'guard',
    words: 'case of a Switch',
    steps: ['Switch', 'FlowSwitch'],
    property: 'Expression',
    is: 'choice',
    families: ['untrusted'],
  },
];
