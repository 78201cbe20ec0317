/** Dialog over the page in which a person proves who they are. The page stays as it is. */
import { useState } from 'preact/hooks';
import { reauthenticate, signInByPassword } from '../api/calls/people.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog } from '../parts/feedback/dialog.tsx';
import { ErrorState } from '../parts/feedback/error-state.tsx';
import { Button } from '../parts/form/button.tsx';
import { PasswordField } from '../parts/form/password-field.tsx';
import { answerProof, type ProofKind } from './proof.ts';
import { goToProvider } from './provider.ts';
import { type Person, session } from './session.ts';
import { beginSession, forgetSession } from './session-changes.ts';
import { withCookie } from './with-cookie.ts';

const TEXTS: Readonly<Record<ProofKind, readonly [title: string, reason: string, verb: string]>> = {
  'sign-in': ['Sign in again', 'Your session has ended.', 'Sign in'],
  password: [
    'Enter your password',
    'This needs a recent sign-in, and you signed in more than 30 minutes ago.',
    'Confirm',
  ],
};

/** Takes the proof that calls wait for; they are sent again after it. */
export function ProofDialog({ kind }: { readonly kind: ProofKind }) {
  const person = session.value?.person;
  if (person == null) return null;
  return person.isLocal ? <PasswordProof kind={kind} person={person} /> : <ProviderProof kind={kind} />;
}

function ProviderProof({ kind }: { readonly kind: ProofKind }) {
  const { isBusy, error, run } = useAction(() => goToProvider(kind === 'password'));
  return (
    <Dialog
      title="Sign in again"
      onClose={() => answerProof(false)}
      actions={
        <Button kind="primary" isBusy={isBusy} onClick={() => void run(undefined)}>
          Go to the identity provider
        </Button>
      }
    >
      <p>{TEXTS[kind][1]}</p>
      <p>The identity provider leads you back to this page. Then do it again.</p>
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}

function PasswordProof({ kind, person }: { readonly kind: ProofKind; readonly person: Person }) {
  const [title, reason, verb] = TEXTS[kind];
  const [password, setPassword] = useState('');
  const email = person.email ?? '';
  const { isBusy, error, run } = useAction(async () => {
    if (kind === 'sign-in')
      beginSession(await withCookie(() => signInByPassword.send({ body: { email, password } })));
    else {
      await reauthenticate.send({ body: { password } });
      answerProof(true);
    }
  });
  return (
    <Dialog
      title={title}
      onClose={() => answerProof(false)}
      onSubmit={() => void run(undefined)}
      actions={
        <>
          {kind === 'sign-in' && (
            <Button kind="quiet" onClick={forgetSession}>
              Sign in as another person
            </Button>
          )}
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{reason}</p>
      {kind === 'sign-in' && <p>Nothing on the page is lost: it goes on once you have signed in.</p>}
      <p>
        You are <bdi>{person.name}</bdi>
        {email !== '' && (
          <>
            {' '}
            (<bdi>{email}</bdi>)
          </>
        )}
        .
      </p>
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
      <PasswordField label="Password" value={password} onInput={setPassword} />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
