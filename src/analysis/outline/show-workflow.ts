/** Joins an outline, which knows places, with the findings of a run, which know all else. */

import type { FileOutline, WorkflowOutline } from '../model/outline/file-outline.ts';
import type { PinChange, ShownOutline, ShownPin } from '../model/outline/shown-outline.ts';
import { summarise } from '../model/report.ts';
import { SEVERITIES, type Severity } from '../model/rule.ts';

/** A finding as far as a pin shows it. */
export interface PinnedFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly waived: boolean;
  readonly change: PinChange | null;
  /** Strong fingerprints of its places. */
  readonly prints: readonly string[];
}

function pinsOf({ pins }: WorkflowOutline, byPrint: ReadonlyMap<string, PinnedFinding>): ShownPin[] {
  return pins.print.flatMap((print, place) => {
    const finding = byPrint.get(print);
    if (finding === undefined) return [];
    const { id, severity, waived, change } = finding;
    const way = pins.way?.[place] ?? [];
    return [{ findingId: id, node: pins.node[place]!, severity, waived, change, way }];
  });
}

/** Position that stands for the workflow with the worst finding. */
const WORST = -1;

/** Returns the position of the workflow with the worst findings, of these the most; else of the first with steps. */
function worstOf({ workflows }: FileOutline, pins: readonly (readonly ShownPin[])[]): number {
  const counts = pins.map((own) => {
    const open = new Map(own.filter(({ waived }) => !waived).map((pin) => [pin.findingId, pin]));
    return summarise(open.values());
  });
  const drawn = workflows.flatMap(({ steps }, index) => (steps === 0 ? [] : [index]));
  const [worst = 0] = drawn.toSorted((a, b) => {
    const severity = SEVERITIES.find((one) => counts[a]![one] !== counts[b]![one]);
    return severity === undefined ? 0 : counts[b]![severity] - counts[a]![severity];
  });
  return worst;
}

/**
 * Returns one workflow of an outline with its findings; null when it has no workflow at this position. At -1 it is the
 * one with the wanted finding, else the one with the worst findings.
 */
export function showWorkflow(
  outline: FileOutline,
  position: number,
  findings: readonly PinnedFinding[],
  wanted = '',
): ShownOutline | null {
  const byPrint = new Map(
    findings.flatMap((finding) => finding.prints.map((print) => [print, finding] as const)),
  );
  const allPins = outline.workflows.map((workflow) => pinsOf(workflow, byPrint));
  const pinned = new Set(allPins.flat().map(({ findingId }) => findingId));
  // Such as a condition of the policy's gate: it belongs to the file as a whole.
  const others = findings.filter(({ id }) => !pinned.has(id));
  allPins[0]?.push(
    ...others.map(({ id, severity, waived, change }) => ({
      findingId: id,
      node: -1,
      severity,
      waived,
      change,
      way: [],
    })),
  );
  const holder = allPins.findIndex((pins) => pins.some(({ findingId }) => findingId === wanted));
  const chosen = holder === -1 ? worstOf(outline, allPins) : holder;
  const index = position === WORST ? chosen : position;
  const found = outline.workflows[index];
  if (found === undefined) return null;
  return {
    workflows: outline.workflows.map(({ name, file, kind, steps }, at) => {
      const distinct = new Map(allPins[at]!.map((pin) => [pin.findingId, pin]));
      return { name, file, kind, steps, summary: summarise(distinct.values()) };
    }),
    index,
    workflow: { ...found, pins: allPins[index]! },
  };
}
