/** A workflow, or page of one, with more decisions than a person can follow. */
import { enclosing, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

const DECISIONS: ReadonlySet<Activity['role']> = new Set(['branch', 'loop', 'catch']);

/** Counts the ways through each page; what has no pages is one. */
function waysOf(workflow: Workflow): ReadonlyMap<Activity | undefined, number> {
  const ways = new Map<Activity | undefined, number>();
  for (const activity of workflow.activities) {
    if (!DECISIONS.has(activity.role) || !isLive(activity)) continue;
    const page = enclosing(workflow, activity, 'page');
    ways.set(page, (ways.get(page) ?? 1) + 1);
  }
  return ways;
}

export const rule = defineRule('XPL-MNT-002', {
  level: 'workflow',
  // A file of code has several methods.
  notIn: ['uipath-coded-workflow', 'power-automate-connector-code'],
  *check(workflow, { options }) {
    // Most files have less in all their pages together.
    if (metricsOf(workflow).cyclomatic <= options.max) return;
    for (const [page, ways] of waysOf(workflow))
      if (ways > options.max)
        yield {
          at: page ?? { at: 0, owner: -1, name: '' },
          subject: 'complexity',
          message: `"${page?.name ?? workflow.name}" has a cyclomatic complexity of ${ways}; the maximum is ${options.max}.`,
          measure: { option: 'max', value: ways },
        };
  },
});
