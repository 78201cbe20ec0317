/** Form behind a link for a person who has not signed in. */
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  getSignInOptions,
  type LinkForm as LinkInput,
  type SignInLink,
  signInByLink,
} from '../../api/calls/people.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { fieldError } from '../../parts/form/field-error.ts';
import { CheckField, TextField } from '../../parts/form/fields.tsx';
import { focusFirstField } from '../../parts/form/first-field.ts';
import { PasswordField } from '../../parts/form/password-field.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { linkToken } from '../../session/link-token.ts';
import { chooseOrganisation } from '../../session/session.ts';
import { beginSession } from '../../session/session-changes.ts';
import { withCookie } from '../../session/with-cookie.ts';
import { Joining } from './joining.tsx';

/** Fields and words of a form. */
interface Shape {
  readonly title: string;
  readonly verb: string;
  readonly needsName: boolean;
  readonly isNewPassword: boolean;
}

/** Shows the fields that the link needs; with them it is used up, and the session begins. */
export function LinkForm({ token, link }: { readonly token: string; readonly link: SignInLink }) {
  const [hasAccount, setHasAccount] = useState(false);
  const shape = shapeOf(link, hasAccount);
  const { data: options } = useCall(getSignInOptions, {});
  const [form, setForm] = useState({ name: '', email: link.email ?? '', password: '' });
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const hasPassword = options?.passwords !== false;
  const { isBusy, error, run } = useAction(async () => {
    const body: LinkInput = {
      token,
      ...(shape.needsName && { name: form.name }),
      ...(link.purpose === 'first_account' && { email: form.email }),
      ...(hasPassword && { password: form.password }),
    };
    const session = await withCookie(() => signInByLink.send({ body }));
    linkToken.value = null;
    chooseOrganisation(link.organisation.id);
    beginSession(session);
  });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirstField(element.current), []);
  const passwordError = fieldError(error, 'password');
  return (
    <>
      <PageHeader title={shape.title} />
      <form
        class="stack"
        ref={element}
        onSubmit={(event) => {
          event.preventDefault();
          void run(undefined);
        }}
      >
        <About link={link} />
        {link.purpose === 'invitation' && hasPassword && (
          <CheckField label="I have an account here already" checked={hasAccount} onChange={setHasAccount} />
        )}
        {shape.needsName && (
          <TextField
            label="Your name"
            name="name"
            autocomplete="name"
            required
            maxLength={100}
            value={form.name}
            onInput={(name) => change({ name })}
          />
        )}
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autocomplete="username"
          required
          readOnly={link.purpose !== 'first_account'}
          value={form.email}
          onInput={(email) => change({ email })}
        />
        {hasPassword && (
          <PasswordField
            label={shape.isNewPassword ? 'New password' : 'Password'}
            isNew={shape.isNewPassword}
            value={form.password}
            error={passwordError}
            onInput={(password) => change({ password })}
          />
        )}
        {error && passwordError === null && <ErrorState error={error} />}
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {shape.verb}
        </Button>
      </form>
    </>
  );
}

function About({ link }: { readonly link: SignInLink }) {
  if (link.purpose === 'invitation') return <Joining link={link} />;
  if (link.purpose === 'recovery')
    return <p class="soft">With the new password, all your other sessions end.</p>;
  return (
    <p class="soft">
      You become the admin of <bdi>{link.organisation.name}</bdi>. The link works this once.
    </p>
  );
}

function shapeOf({ purpose, organisation }: SignInLink, hasAccount: boolean): Shape {
  if (purpose === 'recovery')
    return {
      title: 'Choose a new password',
      verb: 'Save and sign in',
      needsName: false,
      isNewPassword: true,
    };
  if (purpose === 'first_account')
    return { title: 'Create your account', verb: 'Create account', needsName: true, isNewPassword: true };
  const title = `Join ${organisation.name}`;
  return hasAccount
    ? { title, verb: 'Sign in and join', needsName: false, isNewPassword: false }
    : { title, verb: 'Create account and join', needsName: true, isNewPassword: true };
}
