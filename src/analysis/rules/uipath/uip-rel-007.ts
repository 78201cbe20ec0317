/** A wait of a fixed length in place of one for what is awaited. */
import { enclosing, literalOf, parentOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Length as Studio writes it: days, hours, minutes, seconds. */
const DURATION = /^(?:(\d{1,4})\.)?(\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d{1,7})?)$/;

/** The same as an expression: `TimeSpan.FromSeconds(5)`, `New TimeSpan(0, 0, 5)`. */
const FROM_UNIT =
  /^(?:System\.)?TimeSpan\.From(Milliseconds|Seconds|Minutes|Hours)\((\d{1,9}(?:\.\d{1,9})?)\)$/i;
const NEW = /^New (?:System\.)?TimeSpan\((?:(\d{1,4}), ?)?(\d{1,4}), ?(\d{1,6}), ?(\d{1,6})\)$/i;
const SECONDS: Readonly<Record<string, number>> = {
  milliseconds: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
};

/** Returns the seconds of a length; undefined when it is computed. */
function secondsOf(text: string): number | undefined {
  const [, unit, count] = FROM_UNIT.exec(text.trim()) ?? [];
  if (unit !== undefined) return Number(count) * SECONDS[unit.toLowerCase()]!;
  const [, days = '0', hours, minutes, seconds] = DURATION.exec(text.trim()) ?? NEW.exec(text.trim()) ?? [];
  if (seconds === undefined) return undefined;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Returns whether a delay is the time limit of a Pick: what its other branches wait for did not come. */
function limitsPick(workflow: Workflow, activity: Activity): boolean {
  return activity.slot === 'Trigger' && parentOf(workflow, activity)?.type === 'PickBranch';
}

// Of ten hits on public workflows seven were delays on purpose in demonstrations, so it is for the strict ruleset.
export const rule = defineRule('UIP-REL-007', {
  level: 'activity',
  types: ['Delay'],
  *check(activity, { workflow, options }) {
    const duration = propertyOf(activity, 'Duration');
    const seconds = secondsOf(literalOf(duration) ?? duration?.text ?? '');
    if (duration === undefined || seconds === undefined || seconds <= options.maxSeconds) return;
    if (limitsPick(workflow, activity)) return;
    // A loop or Retry Scope that looks again and again needs the pause.
    if (enclosing(workflow, activity, 'loop', 'retry') !== undefined) return;
    yield {
      at: duration,
      subject: duration.name,
      message: `"${activity.name}" waits a fixed ${seconds} seconds.`,
      measure: { option: 'maxSeconds', value: seconds },
    };
  },
});
