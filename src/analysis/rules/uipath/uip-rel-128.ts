/** A task for a person with nothing that ends the wait: no timer in BPMN, no SLA in a case. */

import { derived } from '../../model/interning/derived.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { isBpmn, isCase } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

/** Tasks that wait for a person; a task without this service is not run. */
const TASK = /^Actions\.HITL/;
/** A setting of the task that is a deadline itself. */
const DEADLINE = /(?:due|deadline|timeout|expir|sla(?![a-z]))/i;

const has = ({ properties }: Activity, name: string, value: string): boolean =>
  properties.some((property) => property.name === name && property.text === value);

/** Finds the steps with a timer at their border, and the scopes that a timer interrupts (-1: the process). */
const timersOf = derived(({ activities }: Workflow) => {
  const steps = new Set<string>();
  const scopes = new Set<number>();
  const delays = new Set<number>();
  for (const event of activities) {
    if (event.role === 'delay') delays.add(event.parent);
    if (!has(event, 'event', 'timer')) continue;
    const around = event.properties.find(({ name }) => name === 'attachedToRef')?.text;
    if (around !== undefined) steps.add(around);
    const owner = activities[event.parent];
    if (event.type === 'startEvent' && owner !== undefined && has(owner, 'triggeredByEvent', 'true'))
      scopes.add(owner.parent);
  }
  // A timer beside the task ends its wait where it leads to an end that stops everything.
  for (const end of activities)
    if (end.role === 'terminate' && delays.has(end.parent)) scopes.add(end.parent);
  return { steps, scopes };
});

/** Returns whether a task of a case is bound to an app. */
const isBound = ({ properties }: Activity): boolean =>
  properties.some(({ name, text }) => name === 'data.name' && text !== '');

/** Returns whether the case or the stage of a task has an SLA, or a timer runs beside the task. */
function isLimited(task: Activity, { activities, settings }: Workflow): boolean {
  if (settings.has('slaRules')) return true;
  const stage = activities[task.parent];
  if (stage?.properties.some(({ name }) => /^slaRules\.\d+\.count$/.test(name)) === true) return true;
  return activities.some(({ parent, type }) => parent === task.parent && type === 'wait-for-timer');
}

/** Returns whether a task of a process waits for a person without a timer around it. */
function waitsForEver(task: Activity, workflow: Workflow): boolean {
  const service = task.properties.find(({ name }) => name === 'service');
  if (service === undefined || !TASK.test(service.text)) return false;
  const { steps, scopes } = timersOf(workflow);
  let scope: Activity | undefined = task;
  for (; scope !== undefined; scope = workflow.activities[scope.parent])
    if (steps.has(scope.id) || scopes.has(scope.parent)) return false;
  return true;
}

export const rule = defineRule('UIP-REL-128', {
  level: 'activity',
  languages: ['javascript'],
  types: ['userTask', 'action'],
  *check(task, { workflow }) {
    if (task.properties.some(({ name, text }) => DEADLINE.test(name) && text.trim() !== '')) return;
    if (isBpmn(workflow) && waitsForEver(task, workflow))
      yield { at: task, message: `"${task.name}" waits for a person, and no timer ends the wait.` };
    if (isCase(workflow) && isBound(task) && !isLimited(task, workflow))
      yield {
        at: task,
        message: `"${task.name}" waits for a person, and neither its stage nor the case has an SLA.`,
      };
  },
});
