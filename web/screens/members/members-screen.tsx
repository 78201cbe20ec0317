/** Screen of `/team/members`: the people of the organisation and their roles. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import {
  addMember,
  type Invitation,
  inviteMember,
  listMembers,
  type Member,
} from '../../api/calls/members.ts';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { FilterBar, SelectFilter } from '../../parts/form/filters.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { filterQuery, isFiltered, noFilters } from '../../routing/filters.ts';
import { href } from '../../routing/paths.ts';
import { textParam, useUrlState } from '../../routing/url-state.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { memberColumns } from './member-columns.tsx';
import { MemberPanel } from './member-panel.tsx';
import { ROLE_OPTIONS, STATUS_OPTIONS } from './role-words.ts';

const FILTERS = { role: textParam(), status: textParam() };
const PANEL = { member: textParam() };

/** Lists members, and adds new ones. */
export default function MembersScreen() {
  const [filters, change] = useUrlState(FILTERS);
  const [{ member: openId }, open] = useUrlState(PANEL);
  const [isAdding, setAdding] = useState(false);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const query = filterQuery(filters);
  const list = useList(listMembers, { query }, ({ nextCursor }) => nextCursor);
  const members = list.pages?.flatMap((page) => page.members);
  const isReadOnly = list.pages?.[0]?.rolesFromTokens === true;
  const current = members?.find(({ id }) => id === openId);
  const invite = async (member: Member) => setInvitation(await inviteMember.send({ params: member }));
  const add = (
    <Button kind="primary" onClick={() => setAdding(true)}>
      Add member
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Members"
        subtitle="The people of your organisation. A changed role applies within five seconds."
        actions={list.pages && !isReadOnly ? add : undefined}
      />
      {isReadOnly && (
        <div class="notice section-notice">
          <div class="notice-body">
            <p>
              The identity provider decides who has which role here, so members cannot be added or changed.
            </p>
            <p class="soft">Change the roles there. Those who were added earlier can be removed.</p>
          </div>
        </div>
      )}
      <FilterBar
        result={members === undefined ? '' : countText(members.length, list.hasMore)}
        onClear={isFiltered(filters) ? () => change(noFilters(filters)) : undefined}
      >
        <SelectFilter
          label="Role"
          all="All roles"
          value={filters.role}
          options={ROLE_OPTIONS}
          onChange={(role) => change({ role })}
        />
        <SelectFilter
          label="State"
          all="All states"
          value={filters.status}
          options={STATUS_OPTIONS}
          onChange={(status) => change({ status })}
        />
      </FilterBar>
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {members === undefined && !list.error && <Skeleton lines={6} />}
      {members?.length === 0 &&
        (isFiltered(filters) ? (
          <EmptyState
            icon="search"
            title="No member matches"
            actions={<Button onClick={() => change(noFilters(filters))}>Clear filters</Button>}
          />
        ) : (
          <EmptyState icon="team" title="No member yet" actions={isReadOnly ? undefined : add}>
            Add the people who read results, request exceptions and decide on them.
          </EmptyState>
        ))}
      {members && members.length > 0 && (
        <DataTable
          label="Members"
          columns={memberColumns(({ id }) => href('/team/members', null, { ...query, member: id }))}
          rows={members}
          keyOf={({ id }) => id}
          isBusy={list.isBusy}
        />
      )}
      <MoreButton
        shown={members?.length ?? 0}
        noun="members"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
      {current && (
        <MemberPanel
          key={current.id}
          member={current}
          isReadOnly={isReadOnly}
          onInvite={() => invite(current)}
          onClose={() => open({ member: '' })}
        />
      )}
      {isAdding && (
        <AddMemberDialog
          send={async (form) => {
            const member = await addMember.send({ body: form });
            setAdding(false);
            await loadAgain(listMembers);
            if (form.email === null) showToast('The member is added.');
            // The member is there; another link can be made in the panel.
            else await invite(member).catch((error: Error) => showToast(error.message));
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {invitation && <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />}
    </>
  );
}

function countText(count: number, hasMore: boolean): string {
  const text = count.toLocaleString('en');
  return hasMore ? `${text} shown` : count === 1 ? '1 member' : `${text} members`;
}
