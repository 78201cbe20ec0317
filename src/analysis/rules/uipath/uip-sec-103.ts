/** An agent that reads content from outside and sends messages, with nothing between the two. */
import {
  agentsIn,
  gatherAgent,
  type ResourceFacts,
} from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

/** Words of a tool that reads what strangers have written. */
const READS_OUTSIDE =
  /\bweb ?search|\bsearch the (?:web|internet)|\bweb ?page|\bwebsite|\bread(?:s)? (?:e-?mails?|messages)|\bnewest e-?mail|\binbox\b/i;
/** Words of a tool that sends. */
const SENDS = /\b(?:send|post|reply|forward|publish)/i;

/** Returns the texts about the work of a tool. Descriptions of processes mention other steps too. */
const textOf = ({ name, role, description }: ResourceFacts): string =>
  role === 'invoke' ? name : `${name} ${description}`;

export const rule = defineRule('UIP-SEC-103', {
  level: 'project',
  languages: ['javascript'],
  gather: gatherAgent,
  *check({ clues }) {
    for (const { agent, resources } of agentsIn(clues)) {
      const hasPerson = resources.some(({ facts }) => facts.type === 'escalation');
      if (agent.facts.guardrails > 0 || hasPerson) continue;
      const own = resources.map(({ facts }) => facts).filter(({ type }) => type === 'tool');
      const reader = own.find((facts) => READS_OUTSIDE.test(textOf(facts)));
      const sender = own.find(
        (facts) => facts !== reader && /^(?:email|message)$/.test(facts.role) && SENDS.test(facts.name),
      );
      if (reader === undefined || sender === undefined) continue;
      yield {
        in: agent.in,
        at: agent.at,
        message: `The agent "${agent.facts.name}" reads content of strangers with "${reader.name}" and sends with "${sender.name}", with neither a guardrail nor a person between the two.`,
      };
    }
  },
});
