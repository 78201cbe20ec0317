/** Calls of one action of the internal objects of Blue Prism, whatever object passes them on. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

/** The Action stages that can run and whose action has a name like this. */
export function actionsNamed(workflow: Workflow, name: RegExp): Activity[] {
  return workflow.activities.filter(
    (activity) =>
      activity.type === 'Action' &&
      activity.reachable &&
      name.test(propertyOf(activity, 'resource.action')?.text ?? ''),
  );
}
