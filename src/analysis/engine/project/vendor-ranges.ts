/** Activities on pages of the vendor, for rules across files. */
import type { Range } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';

/** Returns the ranges of activities on pages of the vendor. The stages of a page follow it. */
export function vendorRanges({ vendorCopy, activities }: Workflow): Range[] {
  const ranges: Range[] = [];
  for (const first of vendorCopy?.pages ?? []) {
    let end = first + 1;
    while (end < activities.length && activities[end]!.parent !== -1) end += 1;
    ranges.push([first, end]);
  }
  return ranges;
}
