/** Dialog with the link of an invitation. */
import type { Invitation } from '../../api/calls/members.ts';
import { SecretDialog } from '../../parts/feedback/secret-dialog.tsx';

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

interface InvitationDialogProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

/** Shows the link this once, to be sent to the member. */
export function InvitationDialog({ invitation: { url, expiresAt }, onClose }: InvitationDialogProps) {
  return (
    <SecretDialog title="Invitation" noun="invitation link" secret={url} onClose={onClose}>
      <p>
        Send it to the member yourself, through a private channel. It works once, until{' '}
        {DAY.format(new Date(expiresAt))}; another one replaces it.
      </p>
    </SecretDialog>
  );
}
