/** A flow that people start by hand and that acts with the rights of its owner. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Connection, Workflow } from '../../model/workflow.ts';
import { changesSomething, effectOf } from '../../patterns/power-automate/flow-operation.ts';
import { isChildFlow, triggerKind, triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { textsIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

const STARTED_BY_PEOPLE: ReadonlySet<string> = new Set([
  'button',
  'powerapp',
  'powerappv2',
  'virtualagent',
  'skills',
  // "For a selected item", "For a selected file", "When a row is selected".
  'apiconnection',
]);

/** Returns the names by which an action may refer to its connection. */
function connectionNames(activity: Activity): readonly string[] {
  const named = propertyOf(activity, 'inputs.host.connectionName');
  if (named !== undefined) return [named.text];
  const older = propertyOf(activity, 'inputs.host.connection.name')?.expression;
  return older === undefined ? [] : [...textsIn(older.tree)];
}

/** Maps each connection to the first action that changes or sends something through it; stops after `last`. */
function actingThrough(workflow: Workflow, last: string): ReadonlyMap<string, Activity> {
  const found = new Map<string, Activity>();
  for (const activity of workflow.activities) {
    if (found.has(last)) break;
    if (!isLive(activity) || !(changesSomething(activity) || effectOf(activity) === 'send')) continue;
    for (const name of connectionNames(activity)) if (!found.has(name)) found.set(name, activity);
  }
  return found;
}

function isEmbedded({ settings }: Workflow, { name }: Connection): boolean {
  const setting = (key: string) => settings.get(`connectionReferences.${name}.${key}`)?.toLowerCase();
  return (setting('runtimeSource') ?? setting('source')) === 'embedded';
}

// Child flows are left out: the platform requires embedded connections of them.
export const rule = defineRule('PAF-SEC-014', {
  level: 'workflow',
  notIn: ['azure-logic-app'],
  wants: 'connections',
  *check(workflow) {
    const trigger = triggerOf(workflow);
    if (trigger === undefined || !STARTED_BY_PEOPLE.has(triggerKind(trigger))) return;
    if (isChildFlow(workflow, trigger)) return;
    const embedded = workflow.connections.filter((connection) => isEmbedded(workflow, connection));
    if (embedded.length === 0) return;
    const acting = actingThrough(workflow, embedded[0]!.name);
    for (const connection of embedded) {
      const action = acting.get(connection.name);
      if (action === undefined) continue;
      const message = `Everyone who starts this flow acts through its owner's connection "${connection.name}", for example in "${action.name}".`;
      yield { at: connection, subject: 'runtimeSource', message };
      // Sharing the flow is one decision, however many its connections.
      return;
    }
  },
});
