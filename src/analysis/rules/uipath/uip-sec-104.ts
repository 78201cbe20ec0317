/** A tool of an agent that deletes or pays, with neither a person nor a guardrail before it. */
import { agentsIn, gatherAgent } from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

/** Beginning of the name of a tool whose effects stay. */
const LASTS: readonly RegExp[] = [
  /^(?:delete|purge|wipe|erase|terminate|deactivate|revoke|refund)(?![a-z])/i,
  /^remove (?:an? |the )?(?:user|customer|account|employee|member|access|record|file)/i,
  /^pay (?:an? |the )?(?:invoice|bill|claim|supplier|vendor|order)/i,
  /^(?:issue|make|process|execute|transfer|send) (?:an? |the )?(?:payment|refund|payout|money|funds)/i,
];

/** Words of a step that checks or prepares. */
const PREPARES =
  /\b(?:request|draft|preview|check|status|simulate|propose|polic|look ?up|calculat|eligib|histor)/i;

const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

export const rule = defineRule('UIP-SEC-104', {
  level: 'project',
  languages: ['javascript'],
  gather: gatherAgent,
  *check({ clues }) {
    for (const { agent, resources, guardrails } of agentsIn(clues)) {
      if (resources.some(({ facts }) => facts.type === 'escalation')) continue;
      // A guardrail at the tool may leave the decision to a person.
      if (guardrails.some(({ facts }) => facts.scopes.includes('Tool'))) continue;
      for (const tool of resources) {
        const name = words(tool.facts.name);
        if (tool.facts.type !== 'tool' || PREPARES.test(name)) continue;
        if (!LASTS.some((start) => start.test(name))) continue;
        const message = `"${tool.facts.name}" of the agent "${agent.facts.name}" runs whenever the model decides so: no escalation and no guardrail stands before it.`;
        yield { in: tool.in, at: tool.at, subject: tool.facts.name, message };
      }
    }
  },
});
