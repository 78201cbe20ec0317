/** Transfers of A360 bots: data that steps carry from their inputs to their outputs, and tests that guard it. */
import type { FlowRow } from '../row.ts';

export const TASK_BOT_TRANSFERS: readonly FlowRow[] = [];
