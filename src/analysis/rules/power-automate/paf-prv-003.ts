/** Mails or files that the flow forwards to the outside as they arrive. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { ancestorsOf, isLive } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { connectorName, effectOf, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { isFileTrigger, isMailTrigger, triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { fixedText } from '../../patterns/power-automate/flow-values.ts';
import { defineRule } from '../define-rule.ts';

/** Services with personal accounts. */
const CONSUMER: ReadonlySet<string> = new Set([
  'gmail',
  'outlook',
  'onedrive',
  'dropbox',
  'box',
  'googledrive',
  'telegram',
]);
const RECIPIENT = /(?:^|[/.])(?:to|cc|bcc|recipients?|destination|torecipients)$/i;
const CONTENT = /(?:body|content|contentbytes|attachments?|message|file|source)(?:[./]|$)/i;
const DOMAIN = /[\w.+-]@([\w-]{1,100}(?:\.[\w-]{1,100}){1,5})/g;

/** Returns the first address outside of the organisation among the fixed recipients; with no list every address is. */
function externalDomain(
  workflow: Workflow,
  activity: Activity,
  internal: readonly string[],
): readonly [Property, string] | undefined {
  for (const property of activity.properties) {
    if (!RECIPIENT.test(property.name)) continue;
    for (const [, domain] of (fixedText(workflow, property) ?? '').matchAll(DOMAIN)) {
      if (!internal.some((pattern) => matchesWildcard(domain!, pattern))) return [property, domain!];
    }
  }
  return undefined;
}

/** Operations that fetch a mail, a file, or their parts. */
const FETCHES = /attachment|content|getemail|getfile|export/;

/** Returns keys with the mail or file: the trigger's, and those of the actions that fetch it. */
function contentKeys(workflow: Workflow): ReadonlySet<string> {
  const fromTrigger = workflow.mentions.keys.filter((key) => key === 'trigger' || key.startsWith('input:'));
  const carriers = new Set(carriersOf(workflow, fromTrigger).keys());
  const fetching = workflow.activities.map((action) => FETCHES.test(operationName(action)));
  for (const { owner, mentions } of workflow.expressions) {
    if (fetching[owner] !== true) continue;
    if (mentions.some((key) => carriers.has(key))) carriers.add(actionKey(workflow.activities[owner]!));
  }
  return new Set(carriersOf(workflow, carriers).keys());
}

function carriesContent(activity: Activity, keys: ReadonlySet<string>): boolean {
  if (operationName(activity).includes('forward')) return true;
  return activity.properties.some(
    ({ name, expression }) => CONTENT.test(name) && expression?.mentions.some((key) => keys.has(key)),
  );
}

/** Returns whether an action depends on a condition on the mail or file, which is the fix on the page. */
function isSelected(workflow: Workflow, activity: Activity, keys: ReadonlySet<string>): boolean {
  for (const { role, properties } of ancestorsOf(workflow, activity))
    if (role === 'branch' && properties.some((it) => it.expression?.mentions.some((key) => keys.has(key))))
      return true;
  return false;
}

export const rule = defineRule('PAF-PRV-003', {
  level: 'workflow',
  *check(workflow, { options }) {
    const trigger = triggerOf(workflow);
    if (trigger === undefined || !(isMailTrigger(trigger) || isFileTrigger(trigger))) return;
    const fromConsumer = CONSUMER.has(connectorName(trigger));
    const keys = contentKeys(workflow);
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      const effect = effectOf(activity);
      if (effect !== 'send' && effect !== 'write') continue;
      const external = externalDomain(workflow, activity, options.internalDomains);
      const toConsumer = !fromConsumer && CONSUMER.has(connectorName(activity));
      if ((external === undefined && !toConsumer) || !carriesContent(activity, keys)) continue;
      if (isSelected(workflow, activity, keys)) continue;
      const where = external === undefined ? `a private ${connectorName(activity)} account` : external[1];
      yield {
        at: external?.[0] ?? activity,
        subject: 'destination',
        message: `"${activity.name}" passes on what the trigger receives to ${where}.`,
      };
    }
  },
});
