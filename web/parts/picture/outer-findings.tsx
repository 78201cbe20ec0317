/** Findings that belong to no step: of the workflow as a whole, or of the page that is drawn. */
import type { ShownPin } from '../../../src/analysis/model/outline/shown-outline.ts';
import { SeverityMark } from '../data/severity-mark.tsx';
import { Button } from '../form/button.tsx';

interface OuterFindingsProps {
  readonly pins: readonly ShownPin[];
  readonly titleOf: (findingId: string) => string | undefined;
  readonly onFinding: (findingId: string) => void;
}

/** Lists them under the picture, so that they are reached without a pointer. */
export function OuterFindings({ pins, titleOf, onFinding }: OuterFindingsProps) {
  if (pins.length === 0) return null;
  return (
    <section class="pic-outer">
      <h2>Findings of the workflow as a whole</h2>
      <ul class="plain-list">
        {pins.map(({ findingId, severity, waived }) => (
          <li key={findingId} class="row">
            <SeverityMark severity={severity} />
            <Button kind="quiet" small onClick={() => onFinding(findingId)}>
              {titleOf(findingId) ?? 'Open the finding'}
            </Button>
            {waived && <span class="soft">waived</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
