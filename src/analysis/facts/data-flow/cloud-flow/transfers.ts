/** Transfers of cloud flows: data that steps carry from their inputs to their outputs, and tests that guard it. */
import type { FlowRow } from '../row.ts';

export const CLOUD_FLOW_TRANSFERS: readonly FlowRow[] = [];
