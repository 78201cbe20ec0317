/** Sources of secret, personal and untrusted data in desktop flows. */
import type { FlowRow } from '../row.ts';

export const DESKTOP_FLOW_SOURCES: readonly FlowRow[] = [];
