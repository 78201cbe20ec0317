/** Finds pages that nothing runs. */
import { propertyOf } from '../../model/navigate.ts';
import { pagesOf, usedPagesOf } from '../../semantics/flow/pages.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that do nothing: a page of them alone is an outline or a note. */
const IDLE = new Set(['Start', 'End', 'Note', 'Anchor', 'Block', 'Page']);
/** Pages of which the author says that people start them in the Studio. */
const FOR_PEOPLE = /\b(?:test|tests|testing|self-?test|debug|example|demo|template|sample|work ?bench)\b/i;

export const rule = defineRule('BPR-MNT-008', {
  level: 'workflow',
  types: ['Page'],
  *check(workflow) {
    if (workflow.kind === 'blue-prism-release') return;
    const [pages, used] = [pagesOf(workflow), usedPagesOf(workflow)];
    const working = new Set(
      workflow.activities.filter(({ type }) => !IDLE.has(type)).map(({ index }) => pages[index]!),
    );
    for (const page of workflow.activities) {
      if (page.role !== 'page' || used.has(page.index) || !working.has(page.index)) continue;
      if (propertyOf(page, 'type')?.text !== 'Normal' || FOR_PEOPLE.test(page.name)) continue;
      yield {
        at: page,
        message: `Nothing runs the page "${page.name}": it is not published, and no used page calls it.`,
      };
    }
  },
});
