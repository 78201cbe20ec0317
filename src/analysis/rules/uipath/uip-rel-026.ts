/** A step whose result decides what comes next, and no step reads it. */
import { derivedOfList } from '../../model/interning/derived.ts';
import { ancestorsOf, isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { usesOfCell } from '../../semantics/cells/uses.ts';
import { defineRule } from '../define-rule.ts';

/** Slots whose scope goes by the result, or by which step ends first, whether there is a variable or not. */
const SCOPE_READS: ReadonlySet<string> = new Set(['Condition', 'Trigger']);

/** Returns the words for a result that nothing reads; undefined where a step, or the caller, may read it. */
function discarded(workflow: Workflow, activity: Activity, output: string): string | undefined {
  const key = propertyOf(activity, output)?.expression?.mentions[0];
  if (key === undefined) return 'keeps no result';
  const cells = cellsOf(workflow);
  const cell = cells.of(key, activity.index);
  const symbol = cells.symbols[cell];
  if (symbol === undefined || 'direction' in symbol) return undefined;
  for (const { activity: reader } of usesOfCell(cells.reads, cell)) {
    const step = workflow.activities[reader];
    if (step === undefined || isLive(step)) return undefined;
  }
  return `puts its result into "${symbol.name}", which no step reads`;
}

/** Outputs of each type of step, of `Type.Output`. */
const outputsByType = derivedOfList((mustUse): ReadonlyMap<string, readonly string[]> => {
  const outputs = new Map<string, string[]>();
  for (const [type, output] of mustUse.map((entry) => entry.split('.')))
    if (type !== undefined && output !== undefined) outputs.set(type, [...(outputs.get(type) ?? []), output]);
  return outputs;
});

export const rule = defineRule('UIP-REL-026', {
  level: 'activity',
  *check(activity, { workflow, options }) {
    const outputs = outputsByType(options.mustUse).get(activity.type);
    if (outputs === undefined) return;
    if ([activity, ...ancestorsOf(workflow, activity)].some(({ slot = '' }) => SCOPE_READS.has(slot))) return;
    let found: string | undefined;
    // One output that is read is enough: a status code is checked in place of the text.
    for (const output of outputs) {
      found = discarded(workflow, activity, output);
      if (found === undefined) return;
    }
    if (found !== undefined) yield { at: activity, message: `"${activity.name}" ${found}.` };
  },
});
