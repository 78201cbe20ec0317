/** Tests in conditions of cloud flows that let only known or harmless values through. */
import { listed } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const CONDITION = { kind: 'guard', steps: 'If', families: ['untrusted'] } as const;

export const CLOUD_FLOW_GUARDS: readonly FlowRow[] = [
  { ...CONDITION, words: '`contains` of a list', property: /^expression\./, is: 'flow condition' },
  { ...CONDITION, words: 'comparison with fixed text', property: 'expression', isEquality: true },
  {
    ...CONDITION,
    words: '`contains` of a list',
    property: 'expression',
    functions: 'contains',
    arguments: [1],
    isList: true,
  },
  {
    ...CONDITION,
    words: '`isInt`, `isFloat`',
    property: 'expression',
    functions: listed('isint isfloat'),
    arguments: [0],
  },
  {
    kind: 'guard',
    words: 'case of a Switch',
    steps: 'Switch',
    property: 'expression',
    is: 'choice',
    families: ['untrusted'],
  },
];
