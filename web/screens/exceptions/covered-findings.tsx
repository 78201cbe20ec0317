/** Open findings that an exception would cover. */
import type { ExceptionPreview } from '../../api/calls/exceptions.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { counted } from '../../parts/data/words.ts';
import { href } from '../../routing/paths.ts';

type Covered = ExceptionPreview['findings'][number];

interface CoveredFindingsProps {
  readonly preview: ExceptionPreview;
  readonly title: string;
  readonly isBusy?: boolean;
}

/** Shows how many there are, and the first of them. */
export function CoveredFindings({ preview, title, isBusy = false }: CoveredFindingsProps) {
  const { findings, findingsCount, filesCount, runsExamined, isComplete } = preview;
  return (
    <section class="section stack">
      <h2>{title}</h2>
      <p role="status">
        {findingsCount === 0
          ? 'No open finding'
          : `${counted(findingsCount, 'open finding')} in ${counted(filesCount, 'file')}`}
        <span class="soft">
          {' '}
          · newest {runsExamined === 1 ? 'run of 1 file' : `runs of ${counted(runsExamined, 'file')}`}{' '}
          examined
          {!isComplete && '; there are more'}
        </span>
      </p>
      {findings.length > 0 && (
        <DataTable
          label={title}
          columns={COLUMNS}
          rows={findings}
          keyOf={({ validationId, findingId }) => `${validationId} ${findingId}`}
          isBusy={isBusy}
        />
      )}
      {findings.length < findingsCount && <p class="soft">The first {findings.length} are shown.</p>}
    </section>
  );
}

const COLUMNS: readonly Column<Covered>[] = [
  {
    key: 'severity',
    label: 'Severity',
    cell: ({ severity }) =>
      severity !== null && isSeverity(severity) && <SeverityMark severity={severity} long />,
  },
  {
    key: 'finding',
    label: 'Finding',
    cell: ({ validationId, findingId, rule, filename, location }) => (
      <>
        <a class="row-link" href={href('/validations/:id', { id: validationId }, { finding: findingId })}>
          <bdi>{rule ?? location ?? 'Finding'}</bdi>
        </a>
        <span class="cell-note">
          <bdi>{location}</bdi> · <bdi>{filename}</bdi>
        </span>
      </>
    ),
  },
];
