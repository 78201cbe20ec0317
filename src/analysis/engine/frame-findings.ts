/** Makes the frames of the listed findings of a file. */
import type { Finding } from '../model/finding.ts';
import type { StepFrame } from '../model/outline/step-frame.ts';
import { stepFrame } from '../outline/frame/step-frame.ts';
import type { Findings } from './findings/findings.ts';

/** Categories of findings whose settings may have a secret. */
const SENSITIVE: ReadonlySet<string> = new Set(['security', 'data-privacy'] satisfies Finding['category'][]);

/** Returns the frames by the ids of their findings; of a group that of its first place. */
export function frameFindings({
  listed,
  sources,
}: Pick<Findings, 'listed' | 'sources'>): ReadonlyMap<string, StepFrame> {
  const frames = new Map<string, StepFrame>();
  for (const [index, { id, category }] of listed.entries()) {
    const first = sources[index]?.[0];
    const frame =
      first === undefined
        ? null
        : stepFrame(first.workflow, { ...first.problem, isSensitive: SENSITIVE.has(category) });
    if (frame !== null) frames.set(id, frame);
  }
  return frames;
}
