/** Table of repositories or owners with their open findings, the worst first. */
import type { BacklogGroup } from '../../api/calls/estate.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { href } from '../../routing/paths.ts';

/** Facts that the table is by. */
export type GroupName = 'repository' | 'owner';

type NumberName = 'critical' | 'high' | 'medium' | 'low' | 'older' | 'fixed';

const NUMBERS: readonly (readonly [NumberName, string])[] = [
  ['critical', 'Critical'],
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low'],
  ['older', 'Over 90 days'],
  ['fixed', 'Fixed'],
];

const REST: readonly Column<BacklogGroup>[] = [
  ...NUMBERS.map(([key, label]) => ({
    key,
    label,
    isNumber: true,
    isExtra: key !== 'critical' && key !== 'high',
    cell: (row: BacklogGroup) => row[key].toLocaleString('en'),
  })),
  {
    key: 'days',
    label: 'Days to fix',
    isNumber: true,
    isExtra: true,
    cell: ({ medianDaysToFix }) => medianDaysToFix?.toLocaleString('en') ?? '–',
  },
];

const NAME: Readonly<Record<GroupName, Column<BacklogGroup>>> = {
  repository: {
    key: 'name',
    label: 'Repository',
    cell: ({ key }) =>
      key === null ? (
        'No repository'
      ) : (
        <a class="row-link" href={href('/trends', null, { repository: key })}>
          <bdi>{key}</bdi>
        </a>
      ),
  },
  owner: {
    key: 'name',
    label: 'Owner',
    cell: ({ key, name }) => (
      <a class="row-link" href={href('/trends', null, { by: 'owner', ownerTeamId: key ?? 'none' })}>
        <bdi>{key === null ? 'No team' : (name ?? 'A deleted team')}</bdi>
      </a>
    ),
  },
};

/** Link to the findings of a group. */
const FINDINGS: Readonly<Record<GroupName, Column<BacklogGroup>>> = {
  repository: {
    key: 'findings',
    label: 'Findings',
    cell: ({ key }) => key !== null && <FindingsLink query={{ repository: key }} of={key} />,
  },
  owner: {
    key: 'findings',
    label: 'Findings',
    cell: ({ key, name }) => <FindingsLink query={{ ownerTeamId: key ?? 'none' }} of={name ?? 'no team'} />,
  },
};

const COLUMNS: Readonly<Record<GroupName, readonly Column<BacklogGroup>[]>> = {
  repository: [NAME.repository, ...REST, FINDINGS.repository],
  owner: [NAME.owner, ...REST, FINDINGS.owner],
};

function FindingsLink({ query, of }: { readonly query: Record<string, string>; readonly of: string }) {
  return (
    <a href={href('/findings', null, query)} aria-label={`Open findings of ${of}`}>
      Open
    </a>
  );
}

/** Shows the table; a row leads to the trends of its group. */
export function BacklogGroups({
  groups,
  by,
}: {
  readonly groups: readonly BacklogGroup[];
  readonly by: GroupName;
}) {
  if (groups.length === 0) return null;
  return (
    <DataTable
      label={by === 'owner' ? 'Owners' : 'Repositories'}
      columns={COLUMNS[by]}
      rows={groups}
      keyOf={({ key }) => key ?? ''}
    />
  );
}
