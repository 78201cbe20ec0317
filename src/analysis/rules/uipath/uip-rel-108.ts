/** A join that waits for two ways of which a decision takes only one. */
import type { Workflow } from '../../model/workflow.ts';
import { incomingOf, outgoingOf } from '../../semantics/flow/links.ts';
import { defineRule } from '../define-rule.ts';

/** Joins that wait for every way into them. */
const JOINS: ReadonlySet<string> = new Set(['parallelGateway', 'core.logic.merge']);
/** Decisions that take exactly one of their ways. */
const DECISIONS: ReadonlySet<string> = new Set([
  'exclusiveGateway',
  'eventBasedGateway',
  'core.logic.decision',
  'core.logic.switch',
]);

/** Returns the decision that a way comes from, over steps with one way in and one out; undefined when there is none. */
function decisionBehind(workflow: Workflow, from: number): number | undefined {
  const incoming = incomingOf(workflow);
  const outgoing = outgoingOf(workflow);
  const seen = new Set<number>();
  for (let at = from; at !== -1 && !seen.has(at); ) {
    if (DECISIONS.has(workflow.activities[at]!.type)) return at;
    seen.add(at);
    // All ways out of a fork are taken.
    if (outgoing[at]!.filter(({ when }) => !when.includes('failed')).length > 1) return undefined;
    const [only, ...others] = incoming[at]!;
    if (only === undefined || others.length > 0 || only.when.includes('failed')) return undefined;
    at = only.from;
  }
  return undefined;
}

export const rule = defineRule('UIP-REL-108', {
  level: 'workflow',
  languages: ['javascript'],
  *check(workflow) {
    const incoming = incomingOf(workflow);
    for (const join of workflow.activities) {
      const ways = incoming[join.index]!;
      if (!JOINS.has(join.type) || ways.length < 2) continue;
      const seen = new Set<number>();
      for (const { from } of ways) {
        const decision = from === -1 ? undefined : decisionBehind(workflow, from);
        if (decision === undefined) continue;
        if (!seen.has(decision)) {
          seen.add(decision);
          continue;
        }
        const { name } = workflow.activities[decision]!;
        yield {
          at: join,
          message: `"${join.name}" waits for two ways out of "${name}", of which each run takes only one: it waits for ever.`,
        };
        break;
      }
    }
  },
});
