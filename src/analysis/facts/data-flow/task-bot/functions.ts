/** Functions and members in expressions of A360 bots, by what they do with data. */
import type { FlowRow } from '../row.ts';

export const TASK_BOT_FUNCTIONS: readonly FlowRow[] = [];
