/** Finds instances of Office programs that a process opens and does not close. */
import { closingOf, openersOf } from '../../patterns/blue-prism/instances.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { pagesOf, usedPagesOf } from '../../semantics/flow/pages.ts';
import { defineRule } from '../define-rule.ts';

/** Links visited in one workflow. */
const LOOKS_MAX = 2_000_000;

export const rule = defineRule('BPR-REL-015', {
  level: 'workflow',
  types: ['Action'],
  words: ['create instance', 'open instance'],
  *check(workflow) {
    // An object opens an instance in one action and closes it in another.
    if (workflow.kind !== 'blue-prism-process') return;
    const spend = stepLimit(LOOKS_MAX);
    const [pages, used] = [pagesOf(workflow), usedPagesOf(workflow)];
    for (const opener of openersOf(workflow)) {
      if (!used.has(pages[opener.index]!)) continue;
      const closed = closingOf(workflow, opener, spend);
      if (closed === 'always') continue;
      const how = closed === 'never' ? 'no stage closes' : 'not every way to the end closes';
      yield { at: opener, message: `"${opener.name}" opens an instance that ${how}.` };
    }
  },
});
