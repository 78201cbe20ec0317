/** Columns of controls. */
import type { ControlEvidence } from '../../api/calls/evidence.ts';
import type { Column } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { controlNumber } from './evidence-params.ts';

/** Returns the columns; `addressOf` leads to the panel of a control. */
export function controlColumns(
  addressOf: (evidence: ControlEvidence) => string,
): readonly Column<ControlEvidence>[] {
  const number = (
    key: string,
    label: string,
    countOf: (evidence: ControlEvidence) => number,
  ): Column<ControlEvidence> => ({
    key,
    label,
    isNumber: true,
    isExtra: true,
    cell: (evidence) => countOf(evidence).toLocaleString('en'),
  });
  return [
    {
      key: 'control',
      label: 'Control',
      cell: (evidence) => (
        <>
          <a class="row-link" href={addressOf(evidence)}>
            {controlNumber(evidence.control)}
          </a>
          <span class="cell-note">{evidence.title}</span>
        </>
      ),
    },
    { key: 'open', label: 'Open findings', cell: ({ findings }) => <FindingCounts summary={findings} /> },
    number('waived', 'Waived', ({ findings }) => findings.waived),
    number('new', 'New in this time', ({ findings }) => findings.firstSeen),
    number('workflows', 'Workflows', ({ findings }) => findings.workflows),
    number('exceptions', 'Exceptions', ({ exceptionCount }) => exceptionCount),
    number('runs', 'Covered runs', ({ coveredRuns }) => coveredRuns),
  ];
}
