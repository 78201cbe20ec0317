/** Functions and members in expressions of desktop flows, by what they do with data. */
import type { FlowRow } from '../row.ts';

export const DESKTOP_FLOW_FUNCTIONS: readonly FlowRow[] = [];
