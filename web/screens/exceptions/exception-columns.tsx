/** Columns of the exceptions. */
import type { Exception } from '../../api/calls/exceptions.ts';
import type { Column } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { href } from '../../routing/paths.ts';
import { ExceptionBadge } from './exception-badge.tsx';
import { locationText, repositoryText, whyNotShort } from './exception-words.ts';

/** Returns the columns; the name of a row is the title of its rule. */
export function exceptionColumns(titleOf: (ruleId: string) => string): readonly Column<Exception>[] {
  return [
    {
      key: 'severity',
      label: 'Severity',
      cell: ({ severity }) => isSeverity(severity) && <SeverityMark severity={severity} />,
    },
    {
      key: 'exception',
      label: 'Exception',
      cell: ({ id, ruleId, fileName, location, repository }) => (
        <>
          <a class="row-link" href={href('/exceptions/:id', { id })}>
            <bdi>{titleOf(ruleId)}</bdi>
          </a>
          <span class="cell-note">
            <TextParts
              parts={[ruleId, fileName, locationText(location), repository && repositoryText(repository)]}
            />
          </span>
        </>
      ),
    },
    {
      key: 'reason',
      label: 'Reason',
      isExtra: true,
      cell: ({ reason }) => <bdi class="cell-text exception-reason">{reason}</bdi>,
    },
    {
      key: 'requested',
      label: 'Requested',
      isExtra: true,
      cell: ({ requestedBy, requestedAt }) => (
        <>
          <bdi class="cell-text">{requestedBy}</bdi>
          <span class="cell-note">
            <RelativeTime time={requestedAt} />
          </span>
        </>
      ),
    },
    { key: 'ends', label: 'Ends', isExtra: true, cell: ({ expiresAt }) => <RelativeTime time={expiresAt} /> },
    {
      key: 'state',
      label: 'State',
      cell: (exception) => (
        <>
          <ExceptionBadge exception={exception} />
          <span class="cell-note">{noteOf(exception)}</span>
        </>
      ),
    },
  ];
}

/** Says whether the caller can decide, or who has. */
function noteOf(exception: Exception) {
  if (exception.decidableByCaller) return 'You can decide';
  return whyNotShort(exception) ?? <Decider exception={exception} />;
}

function Decider({ exception: { revokedBy, decidedBy } }: { readonly exception: Exception }) {
  const name = revokedBy ?? decidedBy;
  return (
    name !== null && (
      <>
        by <bdi>{name}</bdi>
      </>
    )
  );
}
