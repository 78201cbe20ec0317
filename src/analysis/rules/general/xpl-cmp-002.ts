/** A workflow whose header lacks facts that the organisation requires. */

import { FILE_KINDS } from '../../model/kinds/file-kind.ts';
import { headerKey, headerOf } from '../../patterns/texts/declared-header.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-CMP-002', {
  level: 'workflow',
  *check(workflow, { options }) {
    if (FILE_KINDS[workflow.kind].content !== 'workflow' || workflow.activities.length === 0) return;
    const header = headerOf(workflow);
    const missing = options.required.filter((name) => !header.has(headerKey(name)));
    if (missing.length === 0) return;
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      subject: 'header',
      message: `"${workflow.name}" does not declare: ${missing.join(', ')}.`,
    };
  },
});
