/** A workflow without a description of what it is for. */

import type { Note, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Activities around an annotation that describes the workflow: none, or the outermost activity. */
const DEPTH_MAX = 1;

function depthOf({ activities }: Workflow, { owner }: Note): number {
  let depth = 0;
  for (let at = activities[owner]?.parent ?? -1; at !== -1; at = activities[at]!.parent) depth += 1;
  return depth;
}

export const rule = defineRule('UIP-MNT-010', {
  level: 'workflow',
  *check(workflow, { options }) {
    if (workflow.kind !== 'uipath-workflow' || workflow.activities.length === 0) return;
    const longest = workflow.notes
      .filter((note) => note.kind !== 'code' && depthOf(workflow, note) <= DEPTH_MAX)
      .reduce((max, { text }) => Math.max(max, text.trim().length), -1);
    if (longest >= options.minCharacters) return;
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      subject: 'annotation',
      measure: { option: 'minCharacters', value: longest },
      message: `The outermost activity of "${workflow.name}" has no annotation of ${options.minCharacters} characters or more.`,
    };
  },
});
