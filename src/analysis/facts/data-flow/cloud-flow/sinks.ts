/** Sinks of cloud flows: places where data does harm or gets out, and settings that only look like one. */
import type { FlowRow } from '../row.ts';

export const CLOUD_FLOW_SINKS: readonly FlowRow[] = [];
