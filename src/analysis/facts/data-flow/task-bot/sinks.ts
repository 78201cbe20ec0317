/** Sinks of A360 bots: places where data does harm or gets out, and settings that only look like one. */
import type { FlowRow } from '../row.ts';

export const TASK_BOT_SINKS: readonly FlowRow[] = [];
