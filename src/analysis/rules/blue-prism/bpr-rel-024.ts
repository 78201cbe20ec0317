/** A process works on a queue item without a test whether it got one. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { actionsNamed } from '../../patterns/blue-prism/action-calls.ts';
import { defineRule } from '../define-rule.ts';

const GET = /^get next (?:item|case)\b/i;
const OUTPUT = /^outputs\.(?:item ?id|data|status)$/i;
/** Stages that decide, and those that compute what others decide by. */
const DECIDES = new Set(['Decision', 'Choice', 'Calculation', 'MultipleCalculation', 'Code']);

/** Returns the keys of the data items that stages decide by. */
function decidedKeys({ activities }: Workflow): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const stage of activities) {
    // Another page or process may look at what it gets.
    const isPassedOn =
      stage.role === 'invoke' ||
      stage.type === 'SubSheet' ||
      stage.type === 'Process' ||
      stage.type === 'End';
    if (!isLive(stage) || !(DECIDES.has(stage.type) || isPassedOn)) continue;
    for (const { direction, expression } of stage.properties)
      if (direction === 'in') for (const key of expression?.mentions ?? []) keys.add(key);
  }
  return keys;
}

/** Returns the keys of what a stage takes from the queue. */
const takenKeys = ({ properties }: Activity): readonly string[] =>
  properties.flatMap(({ name, expression }) => (OUTPUT.test(name) ? (expression?.mentions ?? []) : []));

export const rule = defineRule('BPR-REL-024', {
  level: 'workflow',
  types: ['Action'],
  *check(workflow) {
    if (workflow.kind !== 'blue-prism-process') return;
    const takers = actionsNamed(workflow, GET);
    if (takers.length === 0) return;
    const decided = decidedKeys(workflow);
    for (const taker of takers) {
      const keys = takenKeys(taker);
      if (keys.some((key) => decided.has(key) || decided.has(key.split('.')[0]!))) continue;
      yield {
        at: taker,
        subject: 'empty',
        message: `No stage tests whether "${taker.name}" got an item.`,
      };
    }
  },
});
