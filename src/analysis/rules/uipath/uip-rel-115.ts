/** Two resources of an agent that do the same, so that the model chooses between them by chance. */
import {
  type AgentClue,
  agentsIn,
  gatherAgent,
  type ResourceFacts,
} from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

const READS =
  /^(?:find|get|fetch|look|lookup|retrieve|search|read|query|return|returns|finds|gets|fetches|looks|retrieves|searches)$/;
const EMPTY = /^(?:a|an|the|by|of|to|for|and|or|their|its|in|on|with|using|use|this|that|up|address|from)$/;
/** Share of the words that two descriptions have in common. */
const ALIKE_MIN = 0.3;

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z]{1,30}/g) ?? []).filter((word) => !EMPTY.test(word));

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');

function areAlike(a: ResourceFacts, b: ResourceFacts): boolean {
  if (!sameNames(a.inputs, b.inputs) || !sameNames(a.outputs, b.outputs)) return false;
  const [left, right] = [wordsOf(a.description), wordsOf(b.description)];
  const [first = '', other = ''] = [left[0], right[0]];
  if (first !== other && !(READS.test(first) && READS.test(other))) return false;
  const [own, others] = [new Set(left), new Set(right)];
  const common = [...own].filter((word) => others.has(word)).length;
  return common / (own.size + others.size - common) >= ALIKE_MIN;
}

/** Resources that are compared with each other; agents have a dozen. */
const COMPARED_MAX = 50;

export const rule = defineRule('UIP-REL-115', {
  level: 'project',
  languages: ['javascript'],
  gather: gatherAgent,
  *check({ clues }) {
    for (const { resources } of agentsIn(clues)) {
      const compared: AgentClue<ResourceFacts>[] = [];
      for (const clue of resources.filter(({ facts }) => facts.type === 'tool').slice(0, COMPARED_MAX)) {
        const twin = compared.find(({ facts }) => areAlike(facts, clue.facts));
        compared.push(clue);
        if (twin === undefined) continue;
        yield {
          in: clue.in,
          at: clue.at,
          message: `The tools "${twin.facts.name}" and "${clue.facts.name}" have the same inputs and outputs and nearly the same description.`,
        };
      }
    }
  },
});
