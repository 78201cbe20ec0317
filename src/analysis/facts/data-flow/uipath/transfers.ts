/** Transfers of UiPath workflows: data that steps carry from their inputs to their outputs, and tests that guard it. */
import type { FlowRow } from '../row.ts';

export const UIPATH_TRANSFERS: readonly FlowRow[] = [];
