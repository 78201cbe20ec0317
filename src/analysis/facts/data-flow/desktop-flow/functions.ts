/** Functions and members in expressions of desktop flows, by what they do with data. */
import type { FlowRow } from '../row.ts';

export const DESKTOP_FLOW_FUNCTIONS: readonly FlowRow[] = [
  {
    kind: 'function',
    functions: ['length', 'isempty', 'count', 'rowscount', 'columnscount', 'exists'],
    does: 'stops',
  },
  { kind: 'function', functions: ['toupper', 'tolower', 'trimmed', 'totext'], does: 'passes' },
];
