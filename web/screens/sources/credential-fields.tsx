/** Fields of a credential, which no answer shows again. */

import { TextField } from '../../parts/form/fields.tsx';

/** Id and secret of an external application. */
export interface Credential {
  readonly clientId: string;
  readonly clientSecret: string;
}

export const NO_CREDENTIAL: Credential = { clientId: '', clientSecret: '' };

interface CredentialFieldsProps {
  readonly value: Credential;
  readonly onChange: (value: Credential) => void;
}

/** Shows the fields. */
export function CredentialFields({ value, onChange }: CredentialFieldsProps) {
  return (
    <>
      <TextField
        label="App ID"
        required
        autocomplete="off"
        value={value.clientId}
        hint={
          <>
            Of an external application with the application scopes <code>OR.Folders.Read</code> and{' '}
            <code>OR.Execution.Read</code>, and nothing else.{' '}
            <a href="/docs/sources">How to make one, step by step</a>
          </>
        }
        onInput={(clientId) => onChange({ ...value, clientId })}
      />
      <TextField
        label="App secret"
        type="password"
        required
        autocomplete="off"
        value={value.clientSecret}
        onInput={(clientSecret) => onChange({ ...value, clientSecret })}
      />
    </>
  );
}
