/** Sign-in by what the service offers: e-mail and password, the identity provider, or both. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { getSignInOptions, signInByPassword } from '../../api/calls/people.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';
import { focusFirstField } from '../../parts/form/first-field.ts';
import { PasswordField } from '../../parts/form/password-field.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { goToProvider } from '../../session/provider.ts';
import { beginSession } from '../../session/session-changes.ts';
import { withCookie } from '../../session/with-cookie.ts';

/** Shows the ways in. */
export function WaysIn() {
  const { data, error, retry } = useCall(getSignInOptions, {});
  const failure = useLocation().query.error;
  return (
    <>
      <PageHeader title="Sign in" />
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <div class="stack">
          {failure && <ProviderFailure code={failure} />}
          {data.passwords && <PasswordForm />}
          {data.provider !== null && <ProviderButton {...data.provider} isOnlyWay={!data.passwords} />}
          {!data.passwords && data.provider === null && (
            <p>Passwords are switched off here. Open a link of the operator.</p>
          )}
          <Help />
        </div>
      )}
    </>
  );
}

function PasswordForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirstField(form.current), []);
  const { isBusy, error, run } = useAction(async () =>
    beginSession(await withCookie(() => signInByPassword.send({ body: { email, password } }))),
  );
  return (
    <form
      class="stack"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void run(undefined);
      }}
    >
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autocomplete="username"
        required
        value={email}
        onInput={setEmail}
      />
      <PasswordField label="Password" value={password} onInput={setPassword} />
      {error && <ErrorState error={error} />}
      <Button kind="primary" type="submit" isBusy={isBusy}>
        Sign in
      </Button>
    </form>
  );
}

interface ProviderButtonProps {
  readonly issuer: string;
  readonly isOnlyWay: boolean;
}

function ProviderButton({ issuer, isOnlyWay }: ProviderButtonProps) {
  const { isBusy, error, run } = useAction(() => goToProvider(false));
  const host = URL.parse(issuer)?.host ?? issuer;
  return (
    <>
      {error && <ErrorState error={error} />}
      <Button kind={isOnlyWay ? 'primary' : 'plain'} isBusy={isBusy} onClick={() => void run(undefined)}>
        Sign in at {host}
      </Button>
    </>
  );
}

function ProviderFailure({ code }: { readonly code: string }) {
  return (
    <div class="notice notice--bad" role="alert">
      <Icon name="warning" />
      <div class="notice-body">
        <p>The identity provider did not let you in. Try again; if that fails, show an admin this code.</p>
        <p class="mono">{code}</p>
      </div>
    </div>
  );
}

function Help() {
  return (
    <details class="plain-help">
      <summary>No account, or no password?</summary>
      <p>An admin of your organisation invites you by a link.</p>
      <p>
        The very first account comes from the link that Flowarden prints when it starts. It works once; where
        it runs, <code>flowarden sign-in-link</code> makes another.
      </p>
      <p>
        A lost password is replaced by a link of the operator: <code>flowarden sign-in-link --email</code>{' '}
        with your address.
      </p>
    </details>
  );
}
