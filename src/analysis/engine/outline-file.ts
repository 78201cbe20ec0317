/** Packs the outline of a file with the places of its listed findings. */
import { placePrints } from '../model/finding.ts';
import type { PackedOutline } from '../model/outline/file-outline.ts';
import type { Problem } from '../model/rule.ts';
import type { Workflow } from '../model/workflow.ts';
import { type FilePin, fileOutline } from '../outline/file-outline.ts';
import { packOutline } from '../outline/pack-outline.ts';
import type { Findings } from './findings/findings.ts';
import { everyFinding } from './findings/mistakes.ts';

/** Returns the packed outline. */
export function outlineFile(
  workflows: readonly Workflow[],
  { listed, sources }: Pick<Findings, 'listed' | 'sources'>,
): PackedOutline {
  const pins: FilePin[] = [];
  for (const [index, finding] of listed.entries()) {
    const prints = everyFinding([finding]).flatMap(placePrints);
    for (const [place, { workflow, problem }] of sources[index]!.entries())
      pins.push({ workflow, print: prints[place]!, node: problem.at.owner, ...wayOf(problem) });
  }
  return packOutline(fileOutline(workflows, pins));
}

/**
 * Returns the activities that the data of a problem takes; none for a problem without a trace. A step with a place is of
 * another workflow, whose activities have other indexes.
 */
function wayOf({ trace }: Problem): Pick<FilePin, 'way'> {
  if (trace === undefined) return {};
  return { way: trace.map(({ at }) => (at.place === undefined ? at.owner : -1)) };
}
