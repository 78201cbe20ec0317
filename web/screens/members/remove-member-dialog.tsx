/** Dialog before a member is removed. */
import { useState } from 'preact/hooks';
import { type Member, removeMember } from '../../api/calls/members.ts';
import { isolated } from '../../parts/data/words.ts';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { CheckField } from '../../parts/form/fields.tsx';

interface RemoveMemberDialogProps {
  readonly member: Member;
  readonly name: string;
  readonly isOwn: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Removes the member, and the keys that they made unless these should stay. */
export function RemoveMemberDialog({ member, name, isOwn, onDone, onClose }: RemoveMemberDialogProps) {
  const [staysValid, setStaysValid] = useState(false);
  const act = async () => {
    const removed = await removeMember.send({
      params: { id: member.id },
      query: staysValid ? { keepKeys: 'true' } : {},
    });
    showToast(removedText(name, removed?.revokedApiKeys.map((key) => key.name) ?? []));
  };
  return (
    <ConfirmDialog
      title={
        <>
          Remove <bdi>{name}</bdi>?
        </>
      }
      verb="Remove member"
      act={act}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {isOwn ? 'This is you: you lose access' : 'They lose access'} within five seconds. API keys that they
        made are revoked, and those that these keys made.
      </p>
      <CheckField label="Leave their API keys valid" checked={staysValid} onChange={setStaysValid} />
    </ConfirmDialog>
  );
}

function removedText(name: string, keys: readonly string[]): string {
  if (keys.length === 0) return `${isolated(name)} is removed.`;
  return `${isolated(name)} is removed. Revoked API keys: ${keys.map(isolated).join(', ')}.`;
}
