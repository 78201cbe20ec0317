/** Sources of secret, personal and untrusted data in UiPath workflows. */
import type { FlowRow } from '../row.ts';

export const UIPATH_SOURCES: readonly FlowRow[] = [];
