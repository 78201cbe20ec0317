/** A workflow whose header lacks facts that the organisation requires. */

import type { FileKind } from '../../model/workflow.ts';
import { headerKey, headerOf } from '../../patterns/texts/declared-header.ts';
import { defineRule } from '../define-rule.ts';

/** Files with a workflow of their own that can have a header. */
const KINDS: ReadonlySet<FileKind> = new Set([
  'uipath-workflow',
  'power-automate-flow',
  'power-automate-package-flow',
  'power-automate-definition',
  'power-automate-desktop-flow',
  'automation-anywhere-bot',
  'blue-prism-process',
  'blue-prism-object',
]);

export const rule = defineRule('XPL-CMP-002', {
  level: 'workflow',
  *check(workflow, { options }) {
    if (!KINDS.has(workflow.kind) || workflow.activities.length === 0) return;
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
