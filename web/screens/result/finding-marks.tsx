/** Marks of a finding: blocking, new, waived, places. */
import type { ResultFinding } from '../../api/calls/results.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { FindingExceptionBadge } from '../../parts/data/exception-states.tsx';
import { CHANGES } from './finding-words.ts';

/** Shows what sets a finding apart from others. */
export function FindingMarks({ finding }: { readonly finding: ResultFinding }) {
  const { blocks, change, exceptionStatus, placeCount } = finding;
  const [changeTone, changeWord] = CHANGES[change ?? ''] ?? ['plain', ''];
  return (
    <div class="row finding-marks">
      {blocks && <Badge tone="bad">Blocks</Badge>}
      {change !== null && change !== 'unchanged' && <Badge tone={changeTone}>{changeWord}</Badge>}
      <FindingExceptionBadge state={exceptionStatus} />
      {placeCount > 1 && <Badge>{placeCount.toLocaleString('en')} places</Badge>}
    </div>
  );
}
