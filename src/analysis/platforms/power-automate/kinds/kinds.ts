/** The kinds of files of the Power Platform beside flows and solutions, in the order of recognition. */
import type { KindReader } from '../../kinds/kind-reader.ts';
import { agentConfiguration, agentPart } from '../agents/agent-part.ts';
import { bot } from '../agents/bot.ts';
import { workflowGraph } from '../agents/workflow-graph.ts';
import { connectorCode } from '../custom-connectors/code.ts';
import { connectorDefinition } from '../custom-connectors/definition.ts';
import { connectorSettings } from '../custom-connectors/settings.ts';
import { deploymentSettings } from '../deployment-settings.ts';
import { logicAppSettings } from '../logic-apps/settings.ts';
import { logicApp } from '../logic-apps/workflow.ts';

/** Parts of agents. */
export const AGENT_KINDS: readonly KindReader[] = [agentPart, agentConfiguration, bot];

/** Files of Azure Logic Apps, which are no parts of solutions. */
export const LOGIC_APP_KINDS: readonly KindReader[] = [logicApp, logicAppSettings];

/** Every kind that solutions may have. */
export const POWER_AUTOMATE_KINDS: readonly KindReader[] = [
  ...AGENT_KINDS,
  workflowGraph,
  connectorDefinition,
  connectorSettings,
  connectorCode,
  deploymentSettings,
];
