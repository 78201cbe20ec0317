/** The kinds of files of the Power Platform beside flows and solutions, in the order of recognition. */
import type { KindReader } from '../../kinds/kind-reader.ts';
import { agentConfiguration, agentPart } from '../agents/agent-part.ts';
import { bot } from '../agents/bot.ts';

/** Every kind, one a line. */
export const POWER_AUTOMATE_KINDS: readonly KindReader[] = [agentPart, agentConfiguration, bot];
