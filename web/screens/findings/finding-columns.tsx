/** Columns of open findings. */
import type { EstateFinding } from '../../api/calls/estate.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { FindingExceptionBadge } from '../../parts/data/exception-states.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { href } from '../../routing/paths.ts';

/** Fact that all findings of a list share, and that its columns leave out. */
export type SharedFact = 'rule' | 'file';

/** Returns the columns; the first one leads to the finding in its result. */
export function findingColumns(shared: SharedFact | null): readonly Column<EstateFinding>[] {
  return [
    {
      key: 'severity',
      label: 'Severity',
      cell: ({ severity }) => isSeverity(severity) && <SeverityMark severity={severity} long />,
    },
    {
      key: 'finding',
      label: shared === 'rule' ? 'Place' : 'Finding',
      cell: (finding) => (
        <>
          <a class="row-link" href={addressOf(finding)}>
            <Breakable text={shared === 'rule' ? placeOf(finding) : (finding.rule ?? '')} />
          </a>
          <span class="cell-note">
            <TextParts parts={notesOf(finding, shared)} />
          </span>
        </>
      ),
    },
    {
      key: 'exception',
      label: 'Exception',
      isExtra: true,
      cell: ({ exceptionStatus }) => <FindingExceptionBadge state={exceptionStatus} />,
    },
    {
      key: 'since',
      label: 'Since',
      isExtra: true,
      cell: ({ since }) => <RelativeTime time={since} />,
    },
  ];
}

function addressOf({ validationId, findingId }: EstateFinding): string {
  return href('/validations/:id', { id: validationId }, { finding: findingId });
}

function placeOf({ location, filename }: EstateFinding): string {
  return location ?? filename ?? '';
}

function notesOf(finding: EstateFinding, shared: SharedFact | null): readonly (string | null)[] {
  const { filename, repository, line, ruleId, location } = finding;
  const lineText = line === null ? null : `line ${line}`;
  if (shared === 'rule') return [filename, lineText, repository];
  if (shared === 'file') return [location, lineText, ruleId];
  return [filename, location, lineText, repository, ruleId];
}
