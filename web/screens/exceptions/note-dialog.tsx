/** Dialog that takes a note along with an act. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';

/** Longest note that the API takes. */
const NOTE_CHARACTERS_MAX = 1_000;

interface NoteDialogProps {
  readonly title: string;
  /** Text of the button: a verb with what it does it to. */
  readonly verb: string;
  readonly kind: 'primary' | 'danger';
  /** Consequences of the act. */
  readonly children: ComponentChildren;
  /** Acts and then closes the dialog. */
  readonly send: (note: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Shows the consequences and a field for the note; it stays with the error when the act fails. */
export function NoteDialog({ title, verb, kind, children, send, onClose }: NoteDialogProps) {
  const [note, setNote] = useState('');
  const { isBusy, error, run } = useAction(send);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void run(note.trim())}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={kind} type="submit" isBusy={isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
      <TextField
        label="Note (optional)"
        rows={3}
        maxLength={NOTE_CHARACTERS_MAX}
        value={note}
        hint="For who requested it, and for the audit log."
        onInput={setNote}
      />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
