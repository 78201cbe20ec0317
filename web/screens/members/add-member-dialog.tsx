/** Dialog to add a member. */
import { useState } from 'preact/hooks';
import type { MemberForm } from '../../api/calls/members.ts';
import { getSignInOptions } from '../../api/calls/people.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { SelectField, TextField } from '../../parts/form/fields.tsx';
import { RightsFields } from './rights-fields.tsx';

type Mark = 'email' | 'subject';

interface AddMemberDialogProps {
  readonly send: (form: MemberForm) => Promise<void>;
  readonly onClose: () => void;
}

/** Takes how the member is known, and the rights. */
export function AddMemberDialog({ send, onClose }: AddMemberDialogProps) {
  const { data: options } = useCall(getSignInOptions, {});
  const [mark, setMark] = useState<Mark>('email');
  const [text, setText] = useState('');
  const [rights, setRights] = useState({ role: 'viewer', teamsOnly: false });
  const { isBusy, error, run } = useAction(send);
  const form = {
    ...rights,
    email: mark === 'email' ? text.trim() : null,
    subject: mark === 'subject' ? text.trim() : null,
  };
  return (
    <Dialog
      title="Add member"
      onClose={onClose}
      onSubmit={() => void run(form)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Add member
          </Button>
        </>
      }
    >
      {options?.provider != null && (
        <SelectField<Mark>
          label="Known by"
          value={mark}
          options={[
            ['email', 'E-mail address'],
            ['subject', 'Subject of their tokens'],
          ]}
          onChange={setMark}
        />
      )}
      {mark === 'email' ? (
        <TextField
          label="E-mail"
          type="email"
          required
          value={text}
          hint="You get a link to send them. Flowarden sends no mail."
          onInput={setText}
        />
      ) : (
        <TextField
          label="Subject"
          required
          value={text}
          hint="The claim sub of the identity provider."
          onInput={setText}
        />
      )}
      <RightsFields rights={rights} onChange={setRights} />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
