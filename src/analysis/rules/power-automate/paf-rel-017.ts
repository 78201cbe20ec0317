/** A flow that a schedule starts again while it may still work on the same rows. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { changesSomething, connectorName } from '../../patterns/power-automate/flow-operation.ts';
import { minutesBetween } from '../../patterns/power-automate/flow-schedule.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { goesThroughAll, listReadsOf } from '../../patterns/power-automate/steps/list-reads.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that together name the place of rows. */
const PLACE = ['server', 'database', 'organization', 'dataset', 'table', 'entityName', 'source', 'file'];

const placeOf = (activity: Activity): string =>
  JSON.stringify([
    connectorName(activity),
    ...PLACE.map((name) => propertyOf(activity, `inputs.parameters.${name}`)?.text.toLowerCase()),
  ]);

export const rule = defineRule('PAF-REL-017', {
  level: 'workflow',
  roles: ['trigger'],
  workflowWords: ['recurrence'],
  *check(workflow, { options }) {
    const trigger = triggerOf(workflow);
    const minutes = trigger?.type === 'Recurrence' ? minutesBetween(trigger) : undefined;
    if (minutes === undefined || minutes > options.maxMinutes) return;
    if (propertyOf(trigger!, 'runtimeConfiguration.concurrency.runs') !== undefined) return;
    const reads = listReadsOf(workflow).filter(({ uses }) =>
      uses.some((use) => goesThroughAll(workflow, use)),
    );
    const places = new Map(reads.map(({ activity }) => [placeOf(activity), activity]));
    const write = workflow.activities.find(
      (activity) => isLive(activity) && changesSomething(activity) && places.has(placeOf(activity)),
    );
    if (write === undefined) return;
    yield {
      at: trigger!,
      subject: 'overlap',
      message: `"${trigger!.name}" starts the next run while "${write.name}" may still change the rows that "${places.get(placeOf(write))!.name}" reads.`,
      measure: { option: 'maxMinutes', value: minutes },
    };
  },
});
