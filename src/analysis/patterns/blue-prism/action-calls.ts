/** Calls of one action of Blue Prism's internal objects, also through wrapper objects. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stagesOf } from './stages.ts';

/** Returns the Action stages that can run and whose action has a name like this. */
export function actionsNamed(workflow: Workflow, name: RegExp): Activity[] {
  return stagesOf(workflow, 'Action').filter(
    (activity) => activity.reachable && name.test(propertyOf(activity, 'resource.action')?.text ?? ''),
  );
}
