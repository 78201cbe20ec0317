/** Form for the name that others see. */
import { useState } from 'preact/hooks';
import { updateAccount } from '../../api/calls/people.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';
import type { Person } from '../../session/session.ts';
import { updateSession } from '../../session/session-changes.ts';

/** Changes the name; that of a person of the identity provider is only shown. */
export function NameForm({ person }: { readonly person: Person }) {
  const [name, setName] = useState(person.name);
  const { isBusy, error, run } = useAction(async () => {
    updateSession(await updateAccount.send({ body: { name } }));
    showToast('The name is stored.');
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run(undefined);
      }}
    >
      <h2>Name</h2>
      <TextField
        label="Name that others see"
        name="name"
        autocomplete="name"
        required
        maxLength={100}
        readOnly={!person.isLocal}
        hint={person.isLocal ? undefined : 'It comes from the identity provider.'}
        value={name}
        onInput={setName}
      />
      {error && <ErrorState error={error} />}
      {person.isLocal && (
        <div class="row">
          <Button type="submit" isBusy={isBusy} disabled={name.trim() === person.name || name.trim() === ''}>
            Save name
          </Button>
        </div>
      )}
    </form>
  );
}
