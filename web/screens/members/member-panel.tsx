/** Panel of one member: facts, the rights, a new invitation, and removal. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { listMembers, type Member, type MemberRights, updateMember } from '../../api/calls/members.ts';
import { useAction } from '../../api/use-action.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { isOwn, memberName } from './member-words.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RightsFields } from './rights-fields.tsx';
import { rightsText } from './role-words.ts';

interface MemberPanelProps {
  readonly member: Member;
  /** True: roles come from the identity provider. */
  readonly isReadOnly: boolean;
  readonly onInvite: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows a member, and what can be changed. */
export function MemberPanel({ member, isReadOnly, onInvite, onClose }: MemberPanelProps) {
  const [isRemoving, setRemoving] = useState(false);
  const inviting = useAction(onInvite);
  const name = memberName(member);
  return (
    <SidePanel title={<bdi>{name}</bdi>} label={`Member ${name}`} onClose={onClose}>
      <div class="stack stack--loose">
        <KeyValues
          entries={[
            ['Role', isReadOnly ? rightsText(member) : null],
            ['State', member.status === 'invited' ? 'Invited, not signed in yet' : 'Active'],
            ['E-mail', member.email && <bdi>{member.email}</bdi>],
            ['Subject', member.subject && <bdi class="mono">{member.subject}</bdi>],
            ['Last seen', <RelativeTime key="seen" time={member.lastSeenAt} />],
            ['Joined', member.joinedAt && <RelativeTime time={member.joinedAt} />],
            [
              'Added',
              <span key="added">
                <RelativeTime time={member.createdAt} /> by <bdi>{member.createdBy}</bdi>
              </span>,
            ],
          ]}
        />
        {!isReadOnly && <RightsForm key={rightsText(member)} member={member} />}
        {!isReadOnly && member.status === 'invited' && member.email !== null && (
          <section class="stack">
            <h3>Invitation</h3>
            <p class="soft">A new link replaces the one before.</p>
            {inviting.error && <ErrorState error={inviting.error} />}
            <div class="row">
              <Button isBusy={inviting.isBusy} onClick={() => void inviting.run(undefined)}>
                Make invitation link
              </Button>
            </div>
          </section>
        )}
        <div class="row">
          <Button kind="danger" onClick={() => setRemoving(true)}>
            Remove member
          </Button>
        </div>
      </div>
      {isRemoving && (
        <RemoveMemberDialog
          member={member}
          name={name}
          isOwn={isOwn(member)}
          onDone={() => {
            setRemoving(false);
            void reload().then(onClose);
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </SidePanel>
  );
}

function RightsForm({ member }: { readonly member: Member }) {
  const [rights, setRights] = useState<MemberRights>(member);
  const { role, teamsOnly } = rights;
  const { isBusy, error, run } = useAction(async () => {
    await updateMember.send({ params: { id: member.id }, body: { role, teamsOnly } });
    showToast('The rights are changed.');
    await reload();
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run(undefined);
      }}
    >
      <RightsFields rights={rights} onChange={setRights} />
      {error && <ErrorState error={error} />}
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={rightsText(rights) === rightsText(member)}>
          Change rights
        </Button>
      </div>
    </form>
  );
}

async function reload(): Promise<void> {
  await loadAgain(listMembers);
}
