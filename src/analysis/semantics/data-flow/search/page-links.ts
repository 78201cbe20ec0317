/** Steps of a Blue Prism process between which a call of a page carries values. */
import { derived } from '../../../model/interning/derived.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { calledPagesOf, pagesOf } from '../../flow/pages.ts';

/** A step at which a value goes on under the same name. */
export interface PageLink {
  readonly step: Activity;
  readonly how: 'called' | 'returned';
}

interface PageSteps {
  /** By index of a page: the stage that begins it. */
  readonly starts: ReadonlyMap<number, Activity>;
  /** By index of a page: the stages that call it. */
  readonly callers: ReadonlyMap<number, readonly Activity[]>;
}

const stepsOf = derived((workflow: Workflow): PageSteps => {
  const { activities } = workflow;
  const starts = new Map<number, Activity>();
  const callers = new Map<number, Activity[]>();
  for (const activity of activities)
    if (activity.type === 'Start') starts.set(pagesOf(workflow)[activity.index]!, activity);
  for (const [stage, page] of calledPagesOf(workflow)) {
    const known = callers.get(page);
    if (known === undefined) callers.set(page, [activities[stage]!]);
    else known.push(activities[stage]!);
  }
  return { starts, callers };
});

const NONE: readonly PageLink[] = [];

/** Returns where the value of a setting goes on: an input at the start of the called page, an output at its callers. */
export function pageLinksOf(workflow: Workflow, activity: Activity, setting: string): readonly PageLink[] {
  if (workflow.language !== 'blue-prism') return NONE;
  const { starts, callers } = stepsOf(workflow);
  if (activity.type === 'SubSheet' && setting.startsWith('inputs.')) {
    const step = starts.get(calledPagesOf(workflow).get(activity.index) ?? -1);
    return step === undefined ? NONE : [{ step, how: 'called' }];
  }
  if (activity.type !== 'End' || !setting.startsWith('outputs.')) return NONE;
  const page = pagesOf(workflow)[activity.index]!;
  return (callers.get(page) ?? []).map((step) => ({ step, how: 'returned' }));
}
