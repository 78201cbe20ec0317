/** Steps and scopes that go on after their own failure. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { LOSS, ownLoss } from '../../patterns/uipath/loss.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the loss of each activity; a container loses what its worst step does. */
function lossesOf({ activities, children }: Workflow): readonly number[] {
  const losses = activities.map(() => 0);
  for (let at = activities.length - 1; at >= 0; at -= 1) {
    const activity = activities[at]!;
    if (!activity.enabled) continue;
    if (children[at]!.length === 0) losses[at] = ownLoss(activity);
    // Containers come before their content.
    if (activity.parent >= 0) losses[activity.parent] = Math.max(losses[activity.parent]!, losses[at]!);
  }
  return losses;
}

function settingOf(activity: Activity): Property | undefined {
  const setting = propertyOf(activity, 'ContinueOnError');
  return (literalOf(setting) ?? setting?.text)?.toLowerCase() === 'true' ? setting : undefined;
}

export const rule = defineRule('UIP-REL-005', {
  level: 'workflow',
  workflowWords: ['continueonerror'],
  *check(workflow) {
    const losses = lossesOf(workflow);
    let places = 0;
    let first: { readonly at: Property; readonly step: string } | undefined;
    for (const activity of workflow.activities) {
      const at = isLive(activity) ? settingOf(activity) : undefined;
      const loss = losses[activity.index]!;
      if (at === undefined || loss === LOSS.nothing) continue;
      if (loss === LOSS.place) {
        places += 1;
        first ??= { at, step: activity.name };
        continue;
      }
      const isScope = workflow.children[activity.index]!.length > 0;
      const what = isScope ? 'skips the rest of its steps' : 'has not done its work';
      const message = `"${activity.name}" ignores its own failure: the run goes on although it ${what}.`;
      yield { at, subject: at.name, message };
    }
    // A click may be meant for a message that appears at times: one finding for all of them.
    if (first === undefined) return;
    const others = places === 1 ? '' : ` and ${places - 1} more`;
    const message = `"${first.step}"${others} ${places === 1 ? 'ignores' : 'ignore'} a failure: the run goes on in front of whatever screen is there.`;
    yield { at: first.at, subject: first.at.name, severity: 'low', message };
  },
});
