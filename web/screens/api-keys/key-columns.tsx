/** Columns of the table of keys. */
import type { ApiKey } from '../../api/calls/api-keys.ts';
import type { Column } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { KeyBadge } from './key-badge.tsx';

/** Returns the columns; the first one opens the panel of the key, `holderOf` says for whom it works. */
export function keyColumns(
  addressOf: (key: ApiKey) => string,
  holderOf: (key: ApiKey) => string,
): readonly Column<ApiKey>[] {
  return [
    {
      key: 'name',
      label: 'API key',
      cell: (key) => (
        <>
          <a class="row-link" href={addressOf(key)}>
            <bdi>{key.name}</bdi>
          </a>
          <span class="cell-note mono">{key.preview}</span>
        </>
      ),
    },
    { key: 'status', label: 'State', cell: ({ status }) => <KeyBadge status={status} /> },
    {
      key: 'scopes',
      label: 'Scopes',
      isExtra: true,
      cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopesText(scopes)}</span>,
    },
    {
      key: 'holder',
      label: 'Works for',
      isExtra: true,
      cell: (key) => <bdi class="cell-note">{holderOf(key)}</bdi>,
    },
    { key: 'used', label: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime time={lastUsedAt} /> },
    {
      key: 'expires',
      label: 'Expires',
      isExtra: true,
      cell: ({ expiresAt }) => <RelativeTime time={expiresAt} />,
    },
    {
      key: 'creator',
      label: 'Created by',
      isExtra: true,
      cell: ({ createdBy }) =>
        createdBy === null ? <span class="soft">first start</span> : <bdi>{createdBy}</bdi>,
    },
  ];
}

/** Scopes that are named; the rest is counted. */
const SCOPES_NAMED = 2;

function scopesText(scopes: readonly string[]): string {
  const named = scopes.slice(0, SCOPES_NAMED).join(', ');
  return scopes.length > SCOPES_NAMED ? `${named} and ${scopes.length - SCOPES_NAMED} more` : named;
}
