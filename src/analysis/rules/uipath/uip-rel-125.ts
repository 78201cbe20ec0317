/** A start event of BPMN that cannot start its part of the process. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { isBpmn } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

/** Events that nothing waits for. */
const NO_START = /^(?:compensate|cancel|terminate|link)$/;

const settingOf = ({ properties }: Activity, name: string): string | undefined =>
  properties.find((property) => property.name === name)?.text;

/** Yields the starts of a subprocess that are wrong, with the reason. */
function* wrongStarts(subprocess: Activity, starts: readonly Activity[]): Generator<[Activity, string]> {
  const isEvent = settingOf(subprocess, 'triggeredByEvent') === 'true';
  const where = `"${subprocess.name}"`;
  for (const [i, start] of starts.entries()) {
    const event = settingOf(start, 'event');
    if (!isEvent && event !== undefined)
      yield [start, `waits for an event, and the subprocess ${where} is started by its flow alone.`];
    else if (isEvent && event === undefined)
      yield [start, `waits for no event, and the event subprocess ${where} is started by one alone.`];
    else if (isEvent && NO_START.test(event!))
      yield [start, `waits for an event of the kind "${event}", which starts no event subprocess.`];
    else if (i > 0) yield [start, `is a second start of the subprocess ${where}, which can have one.`];
  }
}

function startsIn(workflow: Workflow, { index }: Activity): readonly Activity[] {
  return workflow.children[index]!.map((child) => workflow.activities[child]!).filter(
    ({ type }) => type === 'startEvent',
  );
}

export const rule = defineRule('UIP-REL-125', {
  level: 'activity',
  languages: ['javascript'],
  types: ['subProcess', 'adHocSubProcess', 'transaction'],
  *check(subprocess, { workflow }) {
    if (!isBpmn(workflow)) return;
    for (const [start, reason] of wrongStarts(subprocess, startsIn(workflow, subprocess)))
      yield { at: start, subject: 'start', message: `"${start.name}" ${reason}` };
  },
});
