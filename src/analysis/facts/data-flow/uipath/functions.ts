/** Functions and members in expressions of UiPath workflows, by what they do with data. */
import type { FlowRow } from '../row.ts';

export const UIPATH_FUNCTIONS: readonly FlowRow[] = [];
