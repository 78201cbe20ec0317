/** Tests in conditions of desktop flows that let only known values through. */
import type { FlowRow } from '../row.ts';

export const DESKTOP_FLOW_GUARDS: readonly FlowRow[] = [
  {
    kind: 'guard',
    words: 'comparison with fixed text',
    steps: 'If',
    property: 'Condition',
    isEquality: true,
    families: ['untrusted'],
  },
  {
    kind: 'guard',
    words: 'case of a Switch',
    steps: 'Switch',
    property: 'Value',
    is: 'choice',
    // Every case is one fixed text.
    unless: [{ property: /^Case \d+$/, is: /^(?!\s*=\s*\$'''[^%]*$)/ }],
    families: ['untrusted'],
  },
];
