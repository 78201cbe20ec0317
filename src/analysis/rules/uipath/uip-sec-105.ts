/** An agent without a guardrail where its input can give orders, or where its words go out unread. */
import {
  type AgentParts,
  agentsIn,
  gatherAgent,
  type ResourceFacts,
} from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

/** Inputs with text of another person, by their names. */
const OUTSIDE =
  /(?:^|[._ ]|[a-z](?=[A-Z]))(?:e?mail_?(?:body|text|content)?|message|comment|review|transcript|feedback|ticket_?(?:body|text|description)|document_?(?:text|content)|attachment)s?$/i;
/** Beginning of the name of a tool that changes something. */
const CHANGES =
  /^(?:create|add|book|update|change|set|post|send|submit|write|delete|remove|pay|refund|cancel|approve|issue|transfer|start|execute)(?![a-z])/i;
const SENDS = /\b(?:send|post|reply|forward|publish)/i;
/** Validators against orders in the text, and against harmful words. */
const INJECTION: ReadonlySet<string> = new Set(['prompt_injection', 'user_prompt_attacks']);
const HARM = 'harmful_content';

const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/** Returns the validators of an agent; undefined when a guardrail of the author's own may look for anything. */
function validatorsOf({ guardrails }: AgentParts): ReadonlySet<string> | undefined {
  const names = guardrails.map(({ facts }) => facts.validator);
  return names.includes('') ? undefined : new Set(names);
}

export const rule = defineRule('UIP-SEC-105', {
  level: 'project',
  languages: ['javascript'],
  gather: gatherAgent,
  *check({ clues }) {
    for (const parts of agentsIn(clues)) {
      const { agent, resources } = parts;
      const { name, prompted } = agent.facts;
      const validators = validatorsOf(parts);
      if (validators === undefined || resources.some(({ facts }) => facts.type === 'escalation')) continue;
      const tools = resources.map(({ facts }) => facts).filter(({ type }) => type === 'tool');
      const first = (pattern: RegExp, isFit: (tool: ResourceFacts) => boolean = () => true) =>
        tools.find((tool) => isFit(tool) && pattern.test(words(tool.name)));
      const input = prompted.find((field) => OUTSIDE.test(field));
      const changer = first(CHANGES);
      if (input !== undefined && changer !== undefined && ![...validators].some((own) => INJECTION.has(own)))
        yield {
          in: agent.in,
          at: agent.at,
          subject: 'injection',
          message: `The input "${input}" of the agent "${name}" can give orders to "${changer.name}": no guardrail looks for prompt injection.`,
        };
      const sender = first(SENDS, ({ role }) => role === 'email' || role === 'message');
      if (sender !== undefined && !validators.has(HARM))
        yield {
          in: agent.in,
          at: agent.at,
          subject: 'harm',
          message: `The agent "${name}" writes to people with "${sender.name}": no guardrail looks for harmful content.`,
        };
    }
  },
});
