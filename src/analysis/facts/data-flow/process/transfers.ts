/** Transfers of Blue Prism processes and objects: data that steps carry from their inputs to their outputs, and tests that guard it. */
import type { FlowRow } from '../row.ts';

export const PROCESS_TRANSFERS: readonly FlowRow[] = [];
