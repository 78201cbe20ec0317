/** A value that its source hides, copied to where the run history shows it. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey, actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { readsIn } from '../../patterns/power-automate/flow-reads.ts';
import { hasSecured, SECURED_DATA } from '../../patterns/power-automate/secured-data.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

/** Properties of an HTTP call without data. */
const HARMLESS: ReadonlySet<string> = new Set(['statusCode', 'status', 'code']);

const INPUT = 'input:';

/** Returns the keys that actions read and show in the run history. */
function shownReads(workflow: Workflow): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { owner, mentions } of workflow.expressions) {
    const reader = workflow.activities[owner];
    if (reader === undefined || !isLive(reader) || hasSecured(reader, 'inputs')) continue;
    for (const key of mentions) keys.add(key);
  }
  return keys;
}

/** Returns whether an expression reads only the status of calls, as far as their keys matter. */
function readsStatusOnly({ tree }: Expression, matters: (key: string) => boolean = () => true): boolean {
  const reads = [...readsIn(tree)].filter(({ key }) => matters(key));
  return reads.length > 0 && reads.every(({ members }) => members.some((name) => HARMLESS.has(name)));
}

/** Returns the keys of an action's hidden data, or of a trigger's input with a secret's name. */
function keysOf({ mentions }: Workflow, source: Activity): readonly string[] {
  if (source.role !== 'trigger') return [actionKey(source)];
  return mentions.keys.filter(
    (key) => key.startsWith(INPUT) && reaches(secretness(key.slice(INPUT.length)), 'likely'),
  );
}

// The platform hides a Compose that uses secured outputs directly, so such a copy counts only when something reads it.
export const rule = defineRule('PAF-SEC-006', {
  level: 'workflow',
  words: [SECURED_DATA],
  *check(workflow) {
    const sources = workflow.activities.filter(
      (activity) => activity.type !== 'Compose' && isLive(activity) && hasSecured(activity, 'outputs'),
    );
    if (sources.length === 0) return;
    const carriers = carriersOf(
      workflow,
      sources.flatMap((source) => keysOf(workflow, source)),
      (expression) => !readsStatusOnly(expression),
    );
    const actions = actionsOf(workflow);
    const trigger = sources.find(({ role }) => role === 'trigger');
    const shown = shownReads(workflow);
    const reported = new Set<number>();
    for (const expression of workflow.expressions) {
      const copy = workflow.activities[expression.owner];
      if (copy?.role !== 'assign' || reported.has(copy.index) || !isLive(copy)) continue;
      const from = expression.mentions.find((key) => carriers.has(key));
      if (
        from === undefined ||
        readsStatusOnly(expression, (key) => carriers.has(key)) ||
        hasSecured(copy, 'inputs')
      )
        continue;
      // A variable always lets the value out, a Compose of hidden outputs when it is read again.
      const isHidden = copy.type === 'Compose' && carriers.get(from) === from && !shown.has(actionKey(copy));
      if (isHidden) continue;
      reported.add(copy.index);
      yield {
        at: expression,
        subject: 'copy',
        message: `"${copy.name}" copies the secured output of "${(actions.get(carriers.get(from)!) ?? trigger)!.name}" to where the run history shows it.`,
      };
    }
  },
});
