/** The kinds of files of UiPath beside workflows of Studio and projects, in the order of recognition. */
import type { KindReader } from '../../kinds/kind-reader.ts';
import { codedWorkflow } from '../coded/coded-workflow.ts';
import { CODED_AGENTS } from './coded-agent/kinds.ts';
import { ORCHESTRATIONS } from './orchestrations.ts';

/** Every kind, one a line. */
export const UIPATH_KINDS: readonly KindReader[] = [codedWorkflow, ...ORCHESTRATIONS, ...CODED_AGENTS];
