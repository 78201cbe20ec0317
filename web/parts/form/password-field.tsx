/** Field for a password, which can be shown while it is typed. */
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Field } from './fields.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** True: it is chosen now, so its rules are shown, and password managers offer one. */
  readonly isNew?: boolean;
  readonly error?: string | null;
}

/** Shows the field. Pasting works, as password managers do that. */
export function PasswordField({ label, value, onInput, isNew = false, error }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      label={label}
      hint={isNew ? 'At least 15 characters. A sentence is easy to remember.' : undefined}
      error={error ?? null}
    >
      {(control) => (
        <div class="password">
          <input
            {...control}
            // The types of the elements differ by their `type`.
            type={(isShown ? 'text' : 'password') as 'password'}
            autocomplete={isNew ? 'new-password' : 'current-password'}
            autocapitalize="none"
            spellcheck={false}
            required
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          <Button
            kind="quiet"
            small
            label={isShown ? 'Hide the password' : 'Show the password'}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
        </div>
      )}
    </Field>
  );
}
