/** Functions and members in expressions of cloud flows, by what they do with data. */
import type { FlowRow } from '../row.ts';

export const CLOUD_FLOW_FUNCTIONS: readonly FlowRow[] = [];
