/** Finds large pages of processes that do risky work without an exception handler. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { pagesOf } from '../../semantics/flow/pages.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that can fail because of something outside the process. */
const RISKY = new Set(['Action', 'Navigate', 'Read', 'Write', 'Code']);
/** Stages without an effect. */
const IDLE = new Set(['Block', 'Note', 'Anchor']);

interface PageFacts {
  stages: number;
  risky: number;
  /** The name of the first stage that can fail. */
  firstRisky: string;
  handled: boolean;
}

/** Collects the facts of each page, by the index of its activity. */
function factsOf(workflow: Workflow): ReadonlyMap<number, PageFacts> {
  const facts = new Map<number, PageFacts>();
  const pages = pagesOf(workflow);
  for (const { index, type, role, name, reachable } of workflow.activities) {
    const page = pages[index]!;
    if (page === -1 || page === index || IDLE.has(type) || !reachable) continue;
    let known = facts.get(page);
    if (known === undefined) {
      known = { stages: 0, risky: 0, firstRisky: '', handled: false };
      facts.set(page, known);
    }
    known.stages += 1;
    if (RISKY.has(type)) {
      if (known.risky === 0) known.firstRisky = name;
      known.risky += 1;
    }
    if (role === 'catch') known.handled = true;
  }
  return facts;
}

/** Returns whether a process starts on a page: exceptions of every other page go to the page that calls it. */
function isEntry(page: Activity): boolean {
  const type = propertyOf(page, 'type')?.text;
  return type === 'Main' || (type === 'Normal' && propertyOf(page, 'published')?.text === 'true');
}

export const rule = defineRule('BPR-REL-001', {
  level: 'workflow',
  *check(workflow, { options }) {
    // The exceptions of a business object go to the process that uses it.
    if (workflow.kind !== 'blue-prism-process') return;
    for (const [index, { stages, risky, firstRisky, handled }] of factsOf(workflow)) {
      const page = workflow.activities[index]!;
      if (handled || risky === 0 || stages <= options.minStages || !isEntry(page)) continue;
      const fallible =
        risky === 1 ? `"${firstRisky}" can fail` : `${risky} stages can fail, the first is "${firstRisky}"`;
      yield {
        at: page,
        measure: { option: 'minStages', value: stages },
        message: `The page "${page.name}" of the process "${workflow.name}" has ${stages} stages and no Recover stage; ${fallible}.`,
      };
    }
  },
});
