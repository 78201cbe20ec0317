/** Tests in decisions of Blue Prism processes and objects that let only known or harmless values through. */
import { listed } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const DECISION = {
  kind: 'guard',
  steps: 'Decision',
  property: 'expression',
  families: ['untrusted'],
} as const;

export const PROCESS_GUARDS: readonly FlowRow[] = [
  { ...DECISION, words: 'comparison with fixed text', isEquality: true },
  {
    ...DECISION,
    words: '`IsNumber`, `IsDate` and their like',
    functions: listed('isnumber isdate isdatetime istime isflag istimespan'),
    arguments: [0],
  },
];
