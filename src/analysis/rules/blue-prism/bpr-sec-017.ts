/** Objects with program code: no validation of Blue Prism looks into it. */
import { isLive } from '../../model/navigate.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-SEC-017', {
  level: 'workflow',
  types: ['Code'],
  *check(workflow) {
    const stages = stagesOf(workflow, 'Code').filter(isLive);
    const [first, ...more] = stages;
    if (first === undefined) return;
    const others = more.length === 0 ? '' : ` and ${more.length} more stages`;
    yield {
      at: first,
      subject: 'code',
      message: `"${first.name}"${others} of "${workflow.name}" ${more.length === 0 ? 'runs' : 'run'} program code.`,
    };
  },
});
