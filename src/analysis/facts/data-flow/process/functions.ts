/** Functions and members in expressions of Blue Prism processes and objects, by what they do with data. */
import type { FlowRow } from '../row.ts';

export const PROCESS_FUNCTIONS: readonly FlowRow[] = [];
