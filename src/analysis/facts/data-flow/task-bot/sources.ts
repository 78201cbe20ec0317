/** Sources of secret, personal and untrusted data in A360 bots. */
import type { FlowRow } from '../row.ts';

export const TASK_BOT_SOURCES: readonly FlowRow[] = [];
