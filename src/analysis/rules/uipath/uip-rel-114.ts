/** A guardrail that blocks personal data at a tool which cannot work without them. */
import { agentsIn, gatherAgent } from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

/** Entity of the validator → kind of personal field. */
const KIND_OF_ENTITY: ReadonlyMap<string, string> = new Map([
  ['Email', 'email'],
  ['PhoneNumber', 'phone'],
  ['Person', 'name'],
  ['Address', 'address'],
]);

export const rule = defineRule('UIP-REL-114', {
  level: 'project',
  languages: ['javascript'],
  gather: gatherAgent,
  *check({ clues }) {
    for (const { guardrails, resources } of agentsIn(clues))
      for (const guardrail of guardrails) {
        const { validator, action, scopes, resources: names, entities, name } = guardrail.facts;
        const isAtTool = scopes.length > 0 && scopes.every((scope) => scope === 'Tool');
        if (validator !== 'pii_detection' || action !== 'block' || !isAtTool) continue;
        const kinds = entities.flatMap((entity) => KIND_OF_ENTITY.get(entity) ?? []);
        const blocked = resources.find(
          ({ facts }) => names.includes(facts.name) && facts.personal.some((kind) => kinds.includes(kind)),
        );
        if (blocked === undefined) continue;
        yield {
          in: guardrail.in,
          at: guardrail.at,
          message: `The guardrail "${name}" blocks calls of "${blocked.facts.name}" with data that this tool needs: no call of it succeeds.`,
        };
      }
  },
});
