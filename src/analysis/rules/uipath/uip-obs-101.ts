/** An agent without test cases, so that no run shows what a change of its prompt or model breaks. */
import { agentsIn, gatherAgent } from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

/** Folder of an agent inside of a flow, which is tested with the flow. */
const INLINE = /(?:^|\/)[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\/agent\.json$/i;

export const rule = defineRule('UIP-OBS-101', {
  level: 'project',
  languages: ['javascript'],
  gather: gatherAgent,
  *check({ clues }) {
    for (const { agent, evaluations } of agentsIn(clues)) {
      if (INLINE.test(agent.in.file) || evaluations.some(({ facts }) => facts.count > 0)) continue;
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
