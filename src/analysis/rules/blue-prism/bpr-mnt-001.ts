/** Pages and processes with more stages than a person can oversee. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Anchor, Workflow } from '../../model/workflow.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { pagesOf } from '../../semantics/flow/pages.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that do nothing themselves. */
const SILENT = new Set(
  'Page Block ApplicationModel Note Start End Anchor Recover Resume ChoiceEnd WaitEnd LoopEnd'.split(' '),
);

/** Beginning of the file. */
const START: Anchor = { at: 0, owner: -1, name: '' };

/** Returns the number of stages that do something, by page. */
function stagesByPage(workflow: Workflow): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const pages = pagesOf(workflow);
  const counted = (stage: Activity): boolean => isLive(stage) && !SILENT.has(stage.type);
  for (const stage of workflow.activities)
    if (counted(stage)) counts.set(pages[stage.index]!, (counts.get(pages[stage.index]!) ?? 0) + 1);
  return counts;
}

export const rule = defineRule('BPR-MNT-001', {
  level: 'workflow',
  *check(workflow, { options: { maxPage, maxTotal } }) {
    if (metricsOf(workflow).size <= Math.min(maxPage, maxTotal)) return;
    const counts = stagesByPage(workflow);
    for (const [page, count] of counts) {
      if (count <= maxPage) continue;
      const activity = workflow.activities[page];
      yield {
        at: activity ?? START,
        subject: 'page',
        message: `The page "${activity?.name ?? workflow.name}" has ${count} stages; the maximum is ${maxPage}.`,
        measure: { option: 'maxPage', value: count },
      };
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (total <= maxTotal) return;
    yield {
      at: START,
      subject: 'stages',
      message: `"${workflow.name}" has ${total} stages; the maximum is ${maxTotal}.`,
      measure: { option: 'maxTotal', value: total },
    };
  },
});
