/** A block without a command that runs. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { acts } from '../../patterns/automation-anywhere/quiet-catch.ts';
import { defineRule } from '../define-rule.ts';

const BLOCKS = ['If/if', 'Loop/loop.commands.start', 'ErrorHandler/try', 'Step/step'];

/** Returns whether nothing in a block or in its branches runs. */
function isEmpty(workflow: Workflow, block: Activity): boolean {
  const open = [...workflow.children[block.index]!];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const inner = workflow.activities[index]!;
    const isPart = inner.slot === 'branches' || inner.type === 'Step/step';
    if (!isPart && acts(inner)) return false;
    if (isPart) open.push(...workflow.children[index]!);
  }
  return true;
}

export const rule = defineRule('AAB-MNT-004', {
  level: 'activity',
  types: BLOCKS,
  *check(block, { workflow }) {
    if (!isEmpty(workflow, block)) return;
    yield {
      at: block,
      group: 'bot',
      message: `"${block.name}" on line ${block.editorLine} has no command that runs.`,
    };
  },
});
