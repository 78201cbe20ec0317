/** Sinks of UiPath workflows: places where data does harm or gets out, and settings that only look like one. */
import type { FlowRow } from '../row.ts';

export const UIPATH_SINKS: readonly FlowRow[] = [];
