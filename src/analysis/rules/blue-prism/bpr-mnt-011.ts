/** Finds objects that act on screens and also take or mark queue items, which is the work of a process. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { ACTS_ON_SCREEN } from '../../patterns/blue-prism/screen-stages.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { defineRule } from '../define-rule.ts';

const WORKS_ITEMS =
  /^(?:get next item|mark (?:item )?(?:as )?(?:completed?|exception)|defer|add to queue)\b/i;

export const rule = defineRule('BPR-MNT-011', {
  level: 'workflow',
  types: [...ACTS_ON_SCREEN],
  *check(workflow) {
    if (workflow.kind !== 'blue-prism-object') return;
    if (!workflow.activities.some((stage) => ACTS_ON_SCREEN.has(stage.type) && isLive(stage))) return;
    const stage = stagesOf(workflow, 'Action').find(
      (action) =>
        action.role === 'queue' &&
        isLive(action) &&
        WORKS_ITEMS.test(propertyOf(action, 'resource.action')?.text ?? ''),
    );
    if (stage === undefined) return;
    yield {
      at: stage,
      subject: 'queue',
      message: `The object "${workflow.name}" acts on screens, and in "${stage.name}" it works on the queue.`,
    };
  },
});
