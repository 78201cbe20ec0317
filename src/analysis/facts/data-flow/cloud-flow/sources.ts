/** Sources of secret, personal and untrusted data in cloud flows. */
import type { FlowRow } from '../row.ts';

export const CLOUD_FLOW_SOURCES: readonly FlowRow[] = [];
