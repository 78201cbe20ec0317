/** Sinks of Blue Prism processes and objects: places where data does harm or gets out, and settings that only look like one. */
import type { FlowRow } from '../row.ts';

export const PROCESS_SINKS: readonly FlowRow[] = [];
