/** Coding agents that start commands, by the variables that they set for those. */
import type { Variables } from './ci-systems.ts';

/** Variables and the agent that sets each; sources: the agents' documentation, and what their shells show. */
const AGENTS = [
  ['CLAUDECODE', 'claude-code'],
  ['CODEX_SANDBOX', 'codex'],
  ['CODEX_THREAD_ID', 'codex'],
  ['CURSOR_AGENT', 'cursor'],
  ['GEMINI_CLI', 'gemini-cli'],
  ['OPENCODE', 'opencode'],
  ['AUGMENT_AGENT', 'augment'],
] as const;

/** Returns the agent that runs the command, by its own word; undefined: none says so. */
export function codingAgentOf(variables: Variables): string | undefined {
  // Several agents agree on this variable, whose value is their name.
  return variables.AI_AGENT?.trim() || AGENTS.find(([name]) => variables[name])?.[1];
}
