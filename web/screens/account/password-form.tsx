/** Form for a new password. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { changePassword, listSessions } from '../../api/calls/people.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { fieldError } from '../../parts/form/field-error.ts';
import { PasswordField } from '../../parts/form/password-field.tsx';

const EMPTY = { currentPassword: '', newPassword: '' };

/** Changes the password, which ends the other sessions. */
export function PasswordForm({ email }: { readonly email: string }) {
  const [form, setForm] = useState(EMPTY);
  const { isBusy, error, run } = useAction(async () => {
    await changePassword.send({ body: form });
    setForm(EMPTY);
    showToast('The password has changed. Your other sessions have ended.');
    await loadAgain(listSessions);
  });
  const newError = fieldError(error, 'newPassword')?.replace('newPassword', 'new password') ?? null;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run(undefined);
      }}
    >
      <h2>Password</h2>
      {/* Password managers need to know whose password it is. */}
      <input
        class="visually-hidden"
        type="email"
        autocomplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label="Current password"
        value={form.currentPassword}
        onInput={(currentPassword) => setForm({ ...form, currentPassword })}
      />
      <PasswordField
        label="New password"
        isNew
        value={form.newPassword}
        error={newError}
        onInput={(newPassword) => setForm({ ...form, newPassword })}
      />
      {error && newError === null && <ErrorState error={error} />}
      <div class="row">
        <Button type="submit" isBusy={isBusy}>
          Change password
        </Button>
        <span class="soft">Ends your other sessions.</span>
      </div>
    </form>
  );
}
