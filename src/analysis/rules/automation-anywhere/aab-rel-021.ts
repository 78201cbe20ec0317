/** A bot waits for a window, ignores that it does not come, and works on elsewhere. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { decidesLater } from '../../patterns/automation-anywhere/read-conditions.ts';
import { defineRule } from '../define-rule.ts';

/** Commands that go on without a window: keys for another one, programs, mails, data. Clicks look for their own window. */
const WORKS = /^(?:keystrokes|mouse|application|rest|email|database|file|folder|excel|excel_ms)\//i;
/** Commands between that change nothing outside the bot. */
const BESIDE =
  /^(?:delay|comment|logtofile|messagebox|string|number|boolean|datetime|clipboard|screen|step)\//i;

const mentions = ({ properties }: Activity, key: string): boolean =>
  properties.some(({ expression }) => expression?.mentions.includes(key) === true);

/** Returns the next command in the same list that works. */
function nextWork({ activities }: Workflow, wait: Activity): Activity | undefined {
  for (let at = wait.index + 1; at < activities.length; at += 1) {
    const next = activities[at]!;
    if (next.parent === wait.parent && isLive(next) && !BESIDE.test(next.type)) return next;
  }
  return undefined;
}

export const rule = defineRule('AAB-REL-021', {
  level: 'activity',
  types: ['Wait/waitForWindow'],
  *check(wait, { workflow }) {
    if (literalOf(propertyOf(wait, 'isThrowException')) !== 'false') return;
    const window = propertyOf(wait, 'window')?.expression;
    const [key] = window?.mentions ?? [];
    if (key === undefined || decidesLater(workflow, [key], wait.index)) return;
    const next = nextWork(workflow, wait);
    if (next === undefined || !WORKS.test(next.type) || mentions(next, key)) return;
    yield {
      at: wait,
      subject: 'isThrowException',
      message: `"${wait.name}" on line ${wait.editorLine} ignores its time limit, and "${next.name}" on line ${next.editorLine} runs whether the window came or not.`,
    };
  },
});
