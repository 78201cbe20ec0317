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

/** Selected findings by their keys. */
export type SelectedFindings = ReadonlyMap<string, EstateFinding>;

/** Selection of findings; absent: the person can do nothing with them. */
export interface FindingSelection {
  readonly selected: SelectedFindings;
  readonly onChange: (selected: SelectedFindings) => void;
}

/** Returns the key of a finding: a file may have the same finding in two repositories. */
export function keyOf({ workflowId, findingId }: EstateFinding): string {
  return `${workflowId}-${findingId}`;
}

/** Returns the columns; one leads to the finding in its result. */
export function findingColumns(
  shared: SharedFact | null,
  selection: FindingSelection | null,
): readonly Column<EstateFinding>[] {
  return [
    ...(selection === null ? [] : [selectColumn(selection)]),
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
      key: 'assigned',
      label: 'Assigned',
      isExtra: true,
      cell: ({ assignee, dueAt, comment }) => (
        <>
          {assignee && <bdi>{assignee}</bdi>}
          {dueAt && (
            <span class="cell-note">
              Due <RelativeTime time={dueAt} />
            </span>
          )}
          {comment && (
            <span class="cell-note">
              <bdi>{comment}</bdi>
            </span>
          )}
        </>
      ),
    },
    {
      key: 'since',
      label: 'Since',
      isExtra: true,
      cell: ({ since }) => <RelativeTime time={since} />,
    },
  ];
}

function selectColumn({ selected, onChange }: FindingSelection): Column<EstateFinding> {
  return {
    key: 'select',
    label: 'Select',
    cell: (finding) => (
      <input
        type="checkbox"
        aria-label={`Select ${finding.rule}, ${placeOf(finding)}`}
        checked={selected.has(keyOf(finding))}
        onChange={({ currentTarget }) => {
          const next = new Map(selected);
          if (currentTarget.checked) next.set(keyOf(finding), finding);
          else next.delete(keyOf(finding));
          onChange(next);
        }}
      />
    ),
  };
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
