/** A guardrail that is for a tool which the agent does not have. */
import { agentsIn, gatherAgent, isInlineAgent } from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

const key = (name: string): string => name.toLowerCase();

export const rule = defineRule('UIP-SEC-106', {
  level: 'project',
  languages: ['javascript'],
  gather: gatherAgent,
  *check({ clues }) {
    for (const { agent, guardrails, resources, unused } of agentsIn(clues)) {
      const names = new Set(
        [...resources, ...unused]
          .map(({ facts }) => facts.name)
          .concat(agent.facts.ownResources)
          .map(key),
      );
      // Without any resource, they are not among the files. An agent in a flow has nodes as tools.
      if (names.size === 0 || isInlineAgent(agent.in.file)) continue;
      for (const guardrail of guardrails) {
        if (!guardrail.facts.scopes.includes('Tool')) continue;
        for (const tool of guardrail.facts.resources) {
          if (names.has(key(tool))) continue;
          const message = `The guardrail "${guardrail.facts.name}" is for the tool "${tool}", which the agent "${agent.facts.name}" does not have.`;
          yield { in: guardrail.in, at: guardrail.at, subject: tool, message };
        }
      }
    }
  },
});
