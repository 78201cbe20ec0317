/** Acts on one exception. */
import { useState } from 'preact/hooks';
import {
  approveException,
  type Exception,
  rejectException,
  revokeException,
} from '../../api/calls/exceptions.ts';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { hasScope, session } from '../../session/session.ts';
import { useKey } from '../../shell/keys.ts';
import { refreshExceptions } from './decide-many.ts';
import { NoteDialog } from './note-dialog.tsx';

/** Act → its call and words. */
const ACTS = {
  approve: {
    call: approveException,
    title: 'Approve this exception?',
    verb: 'Approve exception',
    kind: 'primary',
    done: 'The exception is approved.',
    effect: 'Its findings are waived from now until it ends.',
  },
  reject: {
    call: rejectException,
    title: 'Reject this exception?',
    verb: 'Reject exception',
    kind: 'danger',
    done: 'The exception is rejected.',
    effect: 'Its findings go on counting. A note helps the requester to see what to do instead.',
  },
  revoke: {
    call: revokeException,
    title: 'Revoke this exception?',
    verb: 'Revoke exception',
    kind: 'danger',
    done: 'The exception is revoked.',
    effect: 'It ends now: from the next run on its findings count again. This cannot be taken back.',
  },
} as const;

type Act = keyof typeof ACTS;

/** Shows the buttons that the state and the rights of the caller allow, and their dialogs. */
export function ExceptionActions({ exception }: { readonly exception: Exception }) {
  const [open, setOpen] = useState<Act | null>(null);
  const { id, status, decidableByCaller: canDecide, whyNot } = exception;
  const decide = (act: Act) => (canDecide ? setOpen(act) : showToast(whyNot?.message ?? ''));
  useKey(
    'a',
    () => decide('approve'),
    'Approve the exception',
    () => status === 'pending',
  );
  useKey(
    'r',
    () => decide('reject'),
    'Reject the exception',
    () => status === 'pending',
  );
  const act = open && ACTS[open];
  return (
    <>
      {canDecide && (
        <>
          <Button kind="primary" onClick={() => setOpen('approve')}>
            Approve
          </Button>
          <Button onClick={() => setOpen('reject')}>Reject</Button>
        </>
      )}
      {canRevoke(exception) && (
        <Button kind="danger" onClick={() => setOpen('revoke')}>
          Revoke
        </Button>
      )}
      {act && (
        <NoteDialog
          key={open}
          title={act.title}
          verb={act.verb}
          kind={act.kind}
          send={async (note) => {
            await act.call.send({ params: { id }, body: note === '' ? {} : { note } });
            await refreshExceptions();
            showToast(act.done);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        >
          <p>{act.effect}</p>
        </NoteDialog>
      )}
    </>
  );
}

/** Returns whether the caller may take it back: approvers, and requesters what is theirs. */
function canRevoke({ status, requestedById }: Exception): boolean {
  if (status !== 'pending' && status !== 'approved') return false;
  const personId = session.value?.person?.id;
  const isOwn = personId === undefined || personId === requestedById;
  return hasScope(['exceptions:approve']) || (isOwn && hasScope(['exceptions:request']));
}
