/** The control-flow graph of a workflow in the language that it is written in. */

import { derived } from '../../model/interning/derived.ts';
import type { ExpressionLanguage, Workflow } from '../../model/workflow.ts';
import { cloudFlow } from './cloud-flow.ts';
import { desktopFlow } from './desktop-flow.ts';
import type { FlowGraph } from './graph.ts';
import { orchestrationFlow } from './orchestration.ts';
import { processFlow } from './process-flow.ts';
import { taskBotFlow } from './task-bot.ts';
import { uipathFlow } from './uipath.ts';

const DRAWN: Readonly<Record<ExpressionLanguage, (workflow: Workflow) => FlowGraph>> = {
  'visual-basic': uipathFlow,
  csharp: uipathFlow,
  'workflow-definition': cloudFlow,
  robin: desktopFlow,
  a360: taskBotFlow,
  'blue-prism': processFlow,
  javascript: orchestrationFlow,
  'power-fx': orchestrationFlow,
};

/** Returns the control-flow graph of a workflow, which is drawn once. */
export const flowOf = derived((workflow: Workflow): FlowGraph => DRAWN[workflow.language](workflow));
