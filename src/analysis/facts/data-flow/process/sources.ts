/** Sources of secret, personal and untrusted data in Blue Prism processes and objects. */
import type { FlowRow } from '../row.ts';

export const PROCESS_SOURCES: readonly FlowRow[] = [];
