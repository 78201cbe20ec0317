/** Sign-offs of the evidence, and the dialog for another one. */
import { useState } from 'preact/hooks';
import { type Evidence, signEvidence } from '../../api/calls/evidence.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';

interface SignOffsProps {
  /** A page of the evidence. */
  readonly evidence: Evidence;
  /** Reads the evidence again. */
  readonly onSigned: () => void;
}

/** Shows who has signed the evidence off, and lets a person do so. */
export function SignOffs({ evidence: { framework, from, to, signOffs }, onSigned }: SignOffsProps) {
  const [note, setNote] = useState<string | null>(null);
  const { isBusy, error, run } = useAction(async (text: string) => {
    await signEvidence.send({ body: { framework, from, to, note: text } });
    setNote(null);
    onSigned();
  });
  return (
    <section class="section stack">
      <h2>Sign-offs</h2>
      {signOffs.length === 0 && <p class="soft">Not signed off.</p>}
      <ul class="plain-list">
        {signOffs.map(({ auditSequence, note: text, signedAt, signedBy }) => (
          <li key={auditSequence}>
            {DAY.format(new Date(signedAt))} by <bdi>{signedBy}</bdi>: <bdi>{text}</bdi>{' '}
            <span class="soft">Entry {auditSequence} of the audit log</span>
          </li>
        ))}
      </ul>
      <Button onClick={() => setNote('')}>Sign off</Button>
      {note !== null && (
        <Dialog
          title="Sign this evidence off?"
          onClose={() => setNote(null)}
          onSubmit={() => void run(note.trim())}
          actions={
            <>
              <Button onClick={() => setNote(null)}>Cancel</Button>
              <Button kind="primary" type="submit" isBusy={isBusy}>
                Sign off
              </Button>
            </>
          }
        >
          <p>The audit log gets your name, your note and the numbers of each control as they are now.</p>
          <TextField label="Note" rows={3} maxLength={2_000} required value={note} onInput={setNote} />
          {error && <ErrorState error={error} />}
        </Dialog>
      )}
    </section>
  );
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
