/** Workflows of a file that have findings, to be drawn. */
import { type Finding, placePrints } from '../model/finding.ts';
import type { ShownWorkflow } from '../model/outline/shown-outline.ts';
import { unpackOutline } from '../outline/pack-outline.ts';
import { showWorkflow } from '../outline/show-workflow.ts';

/** Returns the workflows with findings of a packed outline. */
export function drawnWorkflows(bytes: Uint8Array, findings: readonly Finding[]): readonly ShownWorkflow[] {
  const outline = unpackOutline(bytes);
  const pinned = findings.map((finding) => ({
    id: finding.id,
    severity: finding.severity,
    waived: finding.exceptionStatus === 'approved',
    change: null,
    prints: placePrints(finding),
  }));
  return outline.workflows.flatMap(({ steps }, index) => {
    const shown = steps === 0 ? null : showWorkflow(outline, index, pinned);
    return shown === null || shown.workflow.pins.length === 0 ? [] : [shown.workflow];
  });
}
