/** A call whose failure the next step lets through, although nothing reads how the call ended. */
import { descendantsOf, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { calls } from '../../semantics/callee.ts';
import { namesIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Members of an output that say how the call ended. */
const OUTCOME = /^(?:statuscode|status|code|error|body\/error)$/i;

/** Returns the calls whose failure leads to the same step as their success, and to no step of its own. */
function lettingThrough({ activities, transitions }: Workflow): ReadonlySet<Activity> {
  const through = new Set<Activity>();
  for (const { from, when } of transitions) {
    const call = activities[from];
    if (call?.role === 'http' && isLive(call) && when.includes('failed') && when.includes('succeeded'))
      through.add(call);
  }
  for (const { from, when } of transitions)
    if (when.includes('failed') && !when.includes('succeeded')) through.delete(activities[from]!);
  return through;
}

/** Members of an answer by which a service says in its own words how the call ended: `SiteStatus`, `errorMessage`. */
const OWN_OUTCOME = /status|error|success|fault|exception|^(?:is)?ok$|^result(?:code)?$/i;

/** Returns whether a step tests its expressions: it runs others depending on them, or repeats them until they hold. */
const isTest = (step: Activity | undefined): boolean =>
  step !== undefined && (step.role === 'branch' || step.type === 'Until');

/** Returns whether a condition ends the run as failed, or answers the caller, in one of its branches. */
function endsRun(workflow: Workflow, condition: Activity): boolean {
  for (const { role } of descendantsOf(workflow, condition))
    if (role === 'terminate' || role === 'respond') return true;
  return false;
}

/** Returns whether the flow uses an answer without a look at how the call ended. */
function isTrusted(workflow: Workflow, call: Activity): boolean {
  const key = actionKey(call);
  const carriers = carriersOf(workflow, [key]);
  let isUsed = false;
  for (const { mentions, tree, owner } of workflow.expressions) {
    if (!mentions.some((mention) => carriers.has(mention))) continue;
    const isDirect = mentions.includes(key);
    isUsed ||= isDirect;
    const names = [...namesIn(tree)];
    if (isDirect && names.some((name) => OUTCOME.test(name))) return false;
    const step = workflow.activities[owner];
    if (!isTest(step)) continue;
    if (names.some((name) => OWN_OUTCOME.test(name.slice(name.lastIndexOf('/') + 1)))) return false;
    if (endsRun(workflow, step!)) return false;
  }
  return isUsed;
}

/** Returns whether the flow reads how each action of a scope ended. */
function readsResults({ expressions }: Workflow): boolean {
  return expressions.some(({ tree }) => calls(tree, 'result'));
}

export const rule = defineRule('PAF-REL-023', {
  level: 'workflow',
  roles: ['http'],
  *check(workflow) {
    const trusted = [...lettingThrough(workflow)].filter((call) => isTrusted(workflow, call));
    if (trusted.length === 0 || readsResults(workflow)) return;
    for (const call of trusted)
      yield {
        at: call,
        subject: 'status',
        message: `The flow continues after a failure of "${call.name}", and uses its response without a check of the status.`,
      };
  },
});
