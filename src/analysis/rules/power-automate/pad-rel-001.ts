/** A desktop flow that works with programs, files and pages, and handles no error anywhere. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';

/** Groups of actions that fail when something outside of the flow is not as expected. */
const EXTERNAL =
  /^(?:web|webautomation|uiautomation|excel|database|email|outlook|exchange|file|folder|ftp|pdf|sap|terminalemulation)\./i;
const HANDLING: ReadonlySet<string> = new Set(['OnError', 'OnBlockError', 'Block']);

const clicks = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) =>
      `UIAutomation.Click Element: appmask['Orders']['Row ${i}'] ClickType: UIAutomation.ClickType.LeftClick`,
  ).join('\n');

// A whole flow is judged: a subflow is often called inside a block, so that each action by itself proves nothing.
export const rule = defineRule({
  id: 'PAD-REL-001',
  version: 1,
  title: 'External action without error handling',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The first window that opens late or file that is locked ends the run in the middle: nothing is undone or closed, and the machine is left in a state that the next run does not expect.',
  fix: 'Put the actions into an "On block error" action that logs the error and closes what is open, and set retries under "On error" of those that only need time.',
  compliance: ['ERR'],
  options: {
    minActions: {
      default: 10,
      unit: 'actions',
      about: 'Number of external actions from which on a flow needs error handling.',
      stricter: 'lower',
      isMeasured: true,
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    if (workflow.activities.some(({ type }) => HANDLING.has(type))) return;
    const external = workflow.activities.filter(
      (activity) => EXTERNAL.test(activity.type) && isLive(activity),
    );
    const [first] = external;
    if (first === undefined || external.length < options.minActions) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'error-handling',
      measure: { option: 'minActions', value: external.length + 1 },
      message: `"${workflow.name}" has ${external.length} actions that depend on other programs, the first is "${first.name}", and none of its errors is handled.`,
    };
  },
  examples: {
    'power-automate': {
      bad: [clicks(10), `SET Row TO $'''1'''\n${clicks(11)}`],
      good: [
        `BLOCK Orders
ON BLOCK ERROR
    CALL Logger
END
${clicks(10)}
END`,
        `${clicks(10)}
ON ERROR
    CALL Logger
END`,
        // Near miss: fewer actions than need it.
        clicks(9),
      ],
    },
  },
});
