/** A file as its picture shows it: analysed, packed, unpacked, with its findings at their places. */
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { type Finding, placePrints } from '../../../src/analysis/model/finding.ts';
import type { FileOutline } from '../../../src/analysis/model/outline/file-outline.ts';
import type { ShownWorkflow } from '../../../src/analysis/model/outline/shown-outline.ts';
import { unpackOutline } from '../../../src/analysis/outline/pack-outline.ts';
import { showWorkflow } from '../../../src/analysis/outline/show-workflow.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';

const engine = createEngine(RULES);

/** Outline of a file, its findings, and its workflows with them. */
export interface DrawnFile {
  readonly outline: FileOutline;
  readonly findings: readonly Finding[];
  readonly workflows: readonly ShownWorkflow[];
}

/** Analyses a file by all rules. */
export function drawnFile(filename: string, content: Uint8Array): DrawnFile {
  const report = engine.validate({
    bytes: new Uint8Array(content),
    filename,
    platform: undefined,
    ruleset: 'strict',
    findingsMax: 10_000,
    keepsOutline: true,
  });
  const outline = unpackOutline(report.outline!.bytes!);
  const { findings } = report;
  const pinned = findings.map((finding) => ({
    id: finding.id,
    severity: finding.severity,
    waived: false,
    change: null,
    prints: placePrints(finding),
  }));
  const workflows = outline.workflows.map((_, index) => showWorkflow(outline, index, pinned)!.workflow);
  return { outline, findings, workflows };
}
