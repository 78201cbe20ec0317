/** Finds large pages of processes that do risky work without an exception handler. */
import { plural } from '../../../text/format.ts';
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { calledPagesOf, pagesOf } from '../../semantics/flow/pages.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that can fail because of something outside the process. */
const RISKY = new Set(['Action', 'Navigate', 'Read', 'Write', 'Code']);
/** Stages without an effect. */
const IDLE = new Set(['Block', 'Note', 'Anchor']);

/** Returns whether a process starts on a page: exceptions of every other page go to the page that calls it. */
function isEntry(page: Activity): boolean {
  const type = propertyOf(page, 'type')?.text;
  return type === 'Main' || (type === 'Normal' && propertyOf(page, 'published')?.text === 'true');
}

/**
 * Yields the pages where runs begin, with all stages whose exceptions end the run: those of the page and of the pages that
 * it calls, if none of them has a Recover stage. Each page counts once.
 */
function* unhandledRuns(workflow: Workflow): Generator<readonly [Activity, readonly Activity[], number]> {
  const pages = pagesOf(workflow);
  const stagesOf = Map.groupBy(
    workflow.activities.filter(
      ({ index, type, reachable }) => reachable && !IDLE.has(type) && pages[index] !== index,
    ),
    ({ index }) => pages[index]!,
  );
  const callsOf = Map.groupBy(calledPagesOf(workflow), ([stage]) => pages[stage]!);
  const handled = new Set(
    workflow.activities
      .filter(({ role, reachable }) => role === 'catch' && reachable)
      .map(({ index }) => pages[index]!),
  );
  const seen = new Set<number>();
  for (const entry of workflow.activities) {
    if (pages[entry.index] !== entry.index || !isEntry(entry)) continue;
    if (handled.has(entry.index) || seen.has(entry.index)) continue;
    const run = new Set([entry.index]);
    const stages: Activity[] = [];
    let count = 0;
    for (const page of run) {
      if (seen.has(page) || handled.has(page)) continue;
      seen.add(page);
      count += 1;
      for (const stage of stagesOf.get(page) ?? []) stages.push(stage);
      for (const [stage, called] of callsOf.get(page) ?? [])
        if (workflow.activities[stage]!.reachable) run.add(called);
    }
    // Real processes handle exceptions on some of their pages: there, the page itself must be large.
    const isPartly = [...run].some((page) => handled.has(page));
    yield isPartly ? [entry, stagesOf.get(entry.index) ?? [], 1] : [entry, stages, count];
  }
}

export const rule = defineRule('BPR-REL-001', {
  level: 'workflow',
  *check(workflow, { options }) {
    // The exceptions of a business object go to the process that uses it.
    if (workflow.kind !== 'blue-prism-process') return;
    for (const [page, stages, pages] of unhandledRuns(workflow)) {
      const risky = stages.filter(({ type }) => RISKY.has(type));
      if (risky.length === 0 || stages.length <= options.minStages) continue;
      const [first, second] = risky.map(({ name }) => `"${name}"`);
      const others = plural(risky.length - 1, 'other stage');
      const also = risky.length === 2 ? ` or ${second}` : risky.length > 2 ? ` or one of ${others}` : '';
      const have = pages === 1 ? 'has' : 'and the pages that it calls have';
      yield {
        at: page,
        measure: { option: 'minStages', value: stages.length },
        message: `The process "${workflow.name}" ends when ${first}${also} fails: the page "${page.name}" ${have} ${stages.length} stages and no Recover stage.`,
      };
    }
  },
});
