/** Dialog to add a source with its credential. */
import { useRef, useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { createSource, listSources, setCredential } from '../../api/calls/sources.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { CheckField, TextField } from '../../parts/form/fields.tsx';
import { CredentialFields, NO_CREDENTIAL } from './credential-fields.tsx';

interface CreateDialogProps {
  readonly onDone: (id: string) => void;
  readonly onClose: () => void;
}

/** Shows the form; it stays with the error when a call fails. */
export function CreateDialog({ onDone, onClose }: CreateDialogProps) {
  const [form, setForm] = useState({ name: '', url: '', onPremises: false, tenant: '' });
  const [credential, setOwn] = useState(NO_CREDENTIAL);
  // A second attempt after a rejected credential adds no second source, and its address is the one that was sent.
  const made = useRef<string | null>(null);
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const { isBusy, error, run } = useAction(async () => {
    made.current ??= (
      await createSource.send({ body: { kind: 'uipath', ...form, tenant: form.tenant || null } })
    ).id;
    const id = made.current;
    try {
      await setCredential.send({ params: { id }, body: credential });
    } finally {
      await loadAgain(listSources);
    }
    onDone(id);
  });
  return (
    <Dialog
      title="Add source"
      onClose={onClose}
      onSubmit={() => void run(undefined)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Add source
          </Button>
        </>
      }
    >
      {made.current !== null ? (
        <p>
          <bdi>{form.name}</bdi> has been added, without a credential.
        </p>
      ) : (
        <>
          <p class="soft">A tenant of UiPath Orchestrator. Flowarden only reads there.</p>
          <TextField
            label="Name"
            required
            maxLength={100}
            value={form.name}
            onInput={(name) => change({ name })}
          />
          <TextField
            label="Address"
            type="url"
            required
            value={form.url}
            hint="As in the browser, such as https://cloud.uipath.com/acme/production/orchestrator_. It cannot be changed later."
            onInput={(url) => change({ url })}
          />
          <CheckField
            label="An Orchestrator of your own"
            checked={form.onPremises}
            onChange={(onPremises) => change({ onPremises })}
          />
          {form.onPremises && (
            <TextField label="Tenant" value={form.tenant} onInput={(tenant) => change({ tenant })} />
          )}
        </>
      )}
      <CredentialFields value={credential} onChange={setOwn} />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
