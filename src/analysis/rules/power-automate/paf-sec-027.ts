/** A flow that outsiders can start, and that deletes data, changes a row of their choice or grants rights. */
import { ancestorsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { effectOf, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { causedEvent } from '../../patterns/power-automate/flow-table.ts';
import {
  isMailTrigger,
  isOpenHttpTrigger,
  isPublicFormTrigger,
  triggerOf,
} from '../../patterns/power-automate/flow-trigger.ts';
import { listReadsOf } from '../../patterns/power-automate/steps/list-reads.ts';
import { within } from '../../patterns/work-limit.ts';
import { flowOrder } from '../../semantics/flow/order.ts';
import { namesIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Names of trigger values that identify the caller: a sender, or a key that only the right caller has. */
const IDENTITY =
  /(?:^|[/_ -])(?:from|sender|caller|responder|email|upn|user|authorization|signature)$|(?:key|token|secret)$(?<=(?:^|[/_ -])\w*-?(?:key|token|secret))/i;

/** Checks inspected; a flow with more checks enough, or was made to be slow. */
const CHECKS_MAX = 200;

/** Returns how outsiders start the flow, or undefined when they cannot. */
function openness(trigger: Activity): string | undefined {
  if (propertyOf(trigger, 'conditions.0.expression') !== undefined) return undefined;
  if (isOpenHttpTrigger(trigger)) return 'anyone who knows its address';
  if (isPublicFormTrigger(trigger)) return 'anyone who fills in the form';
  if (!isMailTrigger(trigger)) return undefined;
  const from = trigger.properties.find(({ name }) => /parameters\.from(?:Address)?$/i.test(name));
  return (literalOf(from) ?? from?.text ?? '') === '' ? 'anyone who sends a mail' : undefined;
}

/** Returns whether settings of an action, those with such names, take values that a trigger gives. */
function takesFrom(values: ReadonlyMap<string, string>, { properties }: Activity, names: RegExp): boolean {
  return properties.some(
    ({ name, expression }) => names.test(name) && expression?.mentions.some((key) => values.has(key)),
  );
}

/** Maps each key with a value from the trigger, or with rows that such a value selects, to its source. */
function fromTriggerIn(workflow: Workflow): ReadonlyMap<string, string> {
  const given = workflow.mentions.keys.filter((key) => key === 'trigger' || key.startsWith('input:'));
  const values = carriersOf(workflow, given);
  const selected = listReadsOf(workflow).filter(({ activity }) => takesFrom(values, activity, SELECTS));
  if (selected.length === 0) return values;
  return carriersOf(workflow, [...values.keys(), ...selected.map(({ activity }) => actionKey(activity))]);
}

/** Settings that select the rows of a read. */
const SELECTS = /^inputs\.parameters\.(?:\$filter|fetchXml)$/;

/** Setting that names the row of an update: `id`, `recordId` … */
const ROW = /^inputs\.parameters\.(?:id|recordId|rowId|objectId)$/i;

/** Returns the harm that a stranger can do through an action, as the subject of a finding with its words. */
function harmOf(
  activity: Activity,
  fromTrigger: ReadonlyMap<string, string>,
): readonly [subject: string, what: string] | undefined {
  // A deletion from the mailbox of the mail is cleanup, and no harm to others.
  if (!isLive(activity) || activity.role === 'email') return undefined;
  const effect = effectOf(activity);
  if (effect === 'delete') return [effect, 'deletes data'];
  if (effect === 'permission') return [effect, 'changes who has access'];
  const isUpdate = effect === 'write' && causedEvent(operationName(activity)) === 'update';
  if (!isUpdate || !takesFrom(fromTrigger, activity, ROW)) return undefined;
  return ['update', 'changes a row that the data of the trigger choose'];
}

/** Yields conditions on the starter of the flow, and approvals. */
function* checksIn(workflow: Workflow, fromTrigger: ReadonlyMap<string, string>): Generator<Activity> {
  for (const activity of workflow.activities) {
    if (activity.role === 'approval') yield activity;
    if (activity.role !== 'branch') continue;
    const looksAtIdentity = activity.properties.some(({ expression }) => {
      if (!expression?.mentions.some((key) => fromTrigger.has(key))) return false;
      return [...namesIn(expression.tree)].some((name) => IDENTITY.test(name));
    });
    if (looksAtIdentity) yield activity;
  }
}

export const rule = defineRule('PAF-SEC-027', {
  level: 'workflow',
  *check(workflow) {
    const trigger = triggerOf(workflow);
    const who = trigger === undefined ? undefined : openness(trigger);
    if (who === undefined) return;
    const fromTrigger = fromTriggerIn(workflow);
    const checks = within([...checksIn(workflow, fromTrigger)], CHECKS_MAX);
    const order = flowOrder(workflow);
    for (const activity of workflow.activities) {
      const harm = harmOf(activity, fromTrigger);
      if (harm === undefined) continue;
      const around = new Set(ancestorsOf(workflow, activity));
      if (checks.some((check) => around.has(check) || order.mayHaveRun(check, activity))) continue;
      const [subject, what] = harm;
      const message = `"${activity.name}" ${what} for ${who}, without an approval or an identity check.`;
      yield { at: activity, subject, message };
    }
  },
});
