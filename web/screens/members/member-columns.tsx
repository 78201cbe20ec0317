/** Columns of the table of members. */
import type { Member } from '../../api/calls/members.ts';
import { Badge } from '../../parts/data/badge.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { isOwn, memberName } from './member-words.ts';
import { roleName } from './role-words.ts';

/** Returns the columns; the first one opens the panel of the member. */
export function memberColumns(addressOf: (member: Member) => string): readonly Column<Member>[] {
  return [
    {
      key: 'name',
      label: 'Member',
      cell: (member) => (
        <>
          <a class="row-link" href={addressOf(member)}>
            <bdi>{memberName(member)}</bdi>
          </a>
          {isOwn(member) && ' (you)'}
          {member.name !== null && member.email !== null && (
            <span class="cell-note">
              <bdi>{member.email}</bdi>
            </span>
          )}
        </>
      ),
    },
    {
      key: 'role',
      label: 'Role',
      cell: ({ role, teamsOnly }) => (
        <>
          {roleName(role)}
          {teamsOnly && <span class="cell-note">Only what their teams own</span>}
        </>
      ),
    },
    {
      key: 'status',
      label: 'State',
      cell: ({ status }) =>
        status === 'invited' ? <Badge tone="accent">Invited</Badge> : <Badge tone="good">Active</Badge>,
    },
    {
      key: 'seen',
      label: 'Last seen',
      isExtra: true,
      cell: ({ lastSeenAt }) => <RelativeTime time={lastSeenAt} />,
    },
    {
      key: 'added',
      label: 'Added',
      isExtra: true,
      cell: ({ createdAt, createdBy }) => (
        <>
          <RelativeTime time={createdAt} />
          <span class="cell-note">
            by <bdi>{createdBy}</bdi>
          </span>
        </>
      ),
    },
  ];
}
