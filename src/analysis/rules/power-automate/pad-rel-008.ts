/** A program that a desktop flow starts and never closes. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Actions that start a program or a session of their own; attaching to a running one starts none. */
const OPENS =
  /^(?:Excel\.LaunchExcel\.|Word\.LaunchWord\.|Database\.Connect$|Outlook\.Launch|WebAutomation\.Launch\w{1,20}\.(?:Launch|Open))/i;
/** Actions that end programs by another way. */
const ENDS_ALL = /^System\.TerminateProcess/i;
/** Returns whether a subflow is in another file, where it may close the program. */
const hasAbsentSubflow = ({ activities, calls }: Workflow): boolean => {
  const subflows = new Set(activities.flatMap((it) => (it.role === 'page' ? [it.name.toLowerCase()] : [])));
  return calls.some(
    ({ owner, target = '' }) => activities[owner]?.type === 'Call' && !subflows.has(target.toLowerCase()),
  );
};
const CLOSES = /^(?:Excel|Word|Database|Outlook|WebAutomation)\.Close/i;

/** Returns the variable of the instance that an action opens. */
function instanceOf({ properties }: Activity): string | undefined {
  const out = properties.find(
    ({ name, direction }) => direction === 'out' && /(?:instance|connection)$/i.test(name),
  );
  return out?.expression?.mentions[0];
}

// A flow that ends programs by their process closes them all.
export const rule = defineRule('PAD-REL-008', {
  level: 'workflow',
  roles: ['spreadsheet', 'database', 'ui', 'other', 'file'],
  *check(workflow) {
    const live = workflow.activities.filter(isLive);
    if (live.some(({ type }) => ENDS_ALL.test(type)) || hasAbsentSubflow(workflow)) return;
    const closed = new Set<string>();
    // An assignment hands the instance on, as real frameworks do before they call a subflow that closes it.
    for (const { type, role, properties } of live)
      if (role === 'assign' || CLOSES.test(type))
        for (const { expression } of properties)
          for (const key of expression?.mentions ?? []) closed.add(key);
    const reported = new Set<string>();
    for (const activity of live) {
      const key = OPENS.test(activity.type) ? instanceOf(activity) : undefined;
      // An output passes the instance on to the caller.
      if (key === undefined || closed.has(key) || reported.has(key)) continue;
      if (workflow.arguments.some((argument) => argument.key === key)) continue;
      reported.add(key);
      const message = `No action of the flow closes what "${activity.name}" opens.`;
      yield { at: activity, subject: key, message };
    }
  },
});
