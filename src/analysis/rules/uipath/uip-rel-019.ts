/** Steps in parallel branches that use the same screen or the same document. */
import { childrenOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stepsIn } from '../../patterns/uipath/steps-in.ts';
import { defineRule } from '../define-rule.ts';

/** Steps that take the mouse, the keyboard or the window in front. */
const SCREEN =
  /^N?(?:Click|DoubleClick|TypeInto|TypeSecureText|SendHotkey|KeyboardShortcuts|Hover|DragAndDrop|SelectItem|Check|ClickImage|ClickText|ClickOCRText)$/;
/** Steps on the document of a scope around them; those with a file of their own open it themselves. */
const DOCUMENT = /^(?:Excel|Word)[A-Z]\w{0,40}$|^(?:ReadRange|WriteRange|ReadCell|WriteCell|AppendRange)X$/;

function firstStep(workflow: Workflow, branch: Activity): Activity | undefined {
  for (const step of [branch, ...stepsIn(workflow, branch)])
    if (step.enabled && (SCREEN.test(step.type) || DOCUMENT.test(step.type))) return step;
  return undefined;
}

export const rule = defineRule('UIP-REL-019', {
  level: 'activity',
  types: ['Parallel', 'ParallelForEach'],
  *check(activity, { workflow }) {
    const branches = childrenOf(workflow, activity).filter(({ enabled }) => enabled);
    const steps = branches.flatMap((branch) => firstStep(workflow, branch) ?? []);
    const needed = activity.type === 'Parallel' ? 2 : 1;
    if (steps.length < needed) return;
    const names = steps.slice(0, 2).map(({ name }) => `"${name}"`);
    const what =
      needed === 2
        ? `${names.join(' and ')} run at the same time`
        : `turns of ${names[0]} run at the same time`;
    yield {
      at: activity,
      message: `In "${activity.name}" ${what}: each takes the screen or the document from the other.`,
    };
  },
});
