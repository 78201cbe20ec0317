/** An error handler of a desktop flow that hides the error. */
import { childrenOf, isLive, parentOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import {
  type HandlerContext,
  handlerContextOf,
  isMeantEmpty,
} from '../../patterns/power-automate/robin/robin-handlers.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether a handler does nothing but jump to the label right behind the guarded action. */
function onlyGoesOn(workflow: Workflow, inner: readonly Activity[], next: Activity | undefined): boolean {
  const [jump, more] = inner;
  if (jump?.type !== 'GoTo' || more !== undefined || next?.type !== 'Label') return false;
  return workflow.transitions.some(({ from, to }) => from === jump.index && to === next.index);
}

const HANDLERS: ReadonlySet<string> = new Set(['OnError', 'OnBlockError']);

// The designer writes "Continue flow run" as an empty handler too. Where that is plainly intended it is no finding.
export const rule = defineRule('PAD-REL-002', {
  level: 'workflow',
  *check(workflow) {
    let around: HandlerContext | undefined;
    for (const handler of workflow.activities) {
      if (!HANDLERS.has(handler.type) || !isLive(handler)) continue;
      const guarded = parentOf(workflow, handler);
      if (guarded === undefined) continue;
      const inner = childrenOf(workflow, handler).filter(({ enabled }) => enabled);
      if (inner.length > 1) continue;
      around ??= handlerContextOf(workflow);
      if (inner.length > 0 && !onlyGoesOn(workflow, inner, around.nextOf(guarded))) continue;
      if (isMeantEmpty(workflow, handler, guarded, around)) continue;
      const message =
        guarded.type === 'Block'
          ? 'Any error in this block ends the block and is then ignored.'
          : `Errors of "${guarded.name}" are ignored.`;
      yield { at: handler, subject: guarded.type, message };
    }
  },
});
