/** Functions and members in expressions of A360 bots, by what they do with data. */
import type { FlowRow } from '../row.ts';

export const TASK_BOT_FUNCTIONS: readonly FlowRow[] = [
  {
    kind: 'function',
    functions: ['trim', 'touppercase', 'tolowercase', 'replace', 'tostring', 'reverse'],
    does: 'passes',
  },
  {
    kind: 'function',
    functions: ['length', 'size', 'count', 'tonumber', 'rowcount', 'columncount'],
    does: 'stops',
  },
];
