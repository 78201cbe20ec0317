/** An agent without test cases, so that no run shows what a change of its prompt or model breaks. */
import { agentsIn, gatherAgent, isInlineAgent } from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-OBS-101', {
  level: 'project',
  languages: ['javascript'],
  gather: gatherAgent,
  *check({ clues }) {
    for (const { agent, evaluations } of agentsIn(clues)) {
      if (isInlineAgent(agent.in.file) || evaluations.some(({ facts }) => facts.count > 0)) continue;
      const what =
        evaluations.length === 0 ? 'no evaluation set' : 'evaluation sets without a single test case';
      yield {
        in: agent.in,
        at: agent.at,
        message: `The agent "${agent.facts.name}" has ${what}.`,
      };
    }
  },
});
