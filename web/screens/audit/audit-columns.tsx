/** Columns of the audit log. */
import type { AuditEntry } from '../../api/calls/audit.ts';
import type { Column } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { actionLabel, actorLabel, fieldLabel, targetLabel } from './audit-words.ts';

/** Fields that a row names. */
const FIELDS_MAX = 3;

/** Returns the columns; `addressOf` leads to the panel of an entry. */
export function auditColumns(addressOf: (entry: AuditEntry) => string): readonly Column<AuditEntry>[] {
  return [
    {
      key: 'action',
      label: 'Action',
      cell: (entry) => (
        <>
          <a class="row-link" href={addressOf(entry)}>
            {actionLabel(entry.action)}
          </a>
          <span class="cell-note">{changedFields(entry)}</span>
        </>
      ),
    },
    {
      key: 'target',
      label: 'Target',
      cell: ({ targetKind, targetName, targetId }) => (
        <>
          <bdi class="cell-text">{targetName || targetId}</bdi>
          <span class="cell-note">{targetLabel(targetKind)}</span>
        </>
      ),
    },
    {
      key: 'actor',
      label: 'Actor',
      cell: ({ actorKind, actorName, actorId, actorEmail }) => (
        <>
          <bdi class="cell-text">{actorName || actorId}</bdi>
          <span class="cell-note">{actorEmail ? <bdi>{actorEmail}</bdi> : actorLabel(actorKind)}</span>
        </>
      ),
    },
    { key: 'when', label: 'When', cell: ({ occurredAt }) => <RelativeTime time={occurredAt} /> },
    {
      key: 'sequence',
      label: 'Entry',
      isNumber: true,
      isExtra: true,
      cell: ({ sequence }) => <span class="soft">{sequence.toLocaleString('en')}</span>,
    },
  ];
}

/** Names the fields that an action changed. */
function changedFields({ changes }: AuditEntry): string {
  const names = changes.slice(0, FIELDS_MAX).map(({ field }) => fieldLabel(field).toLowerCase());
  const rest = changes.length - names.length;
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
