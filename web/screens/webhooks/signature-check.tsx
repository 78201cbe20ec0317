/** Helper that compares a signature with a body and a secret. Nothing leaves the page. */
import { useState } from 'preact/hooks';
import { Badge } from '../../parts/data/badge.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';
import { signatureOf } from './signature.ts';

type Verdict = { readonly isRight: boolean; readonly expected: string };

/** Shows the form and its verdict. */
export function SignatureCheck() {
  const [secret, setSecret] = useState('');
  const [body, setBody] = useState('');
  const [signature, setSignature] = useState('');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const check = async () => {
    const expected = await signatureOf(body, secret.trim());
    setVerdict({ isRight: expected === signature.trim().toLowerCase(), expected });
  };
  return (
    <details class="section disclosure">
      <summary>Check a signature</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <p class="prose soft">
          Paste what your receiver got. The check runs in this page, and nothing is sent anywhere.
        </p>
        <TextField
          label="Signing secret"
          type="password"
          required
          autocomplete="off"
          value={secret}
          onInput={setSecret}
        />
        <TextField label="Raw body" rows={5} required value={body} onInput={setBody} />
        <TextField label="X-Service-Signature" required value={signature} onInput={setSignature} />
        <div class="row">
          <Button type="submit">Check signature</Button>
          <span role="status">
            {verdict && (
              <Badge tone={verdict.isRight ? 'good' : 'bad'}>
                {verdict.isRight ? 'The signature is right' : 'The signature is wrong'}
              </Badge>
            )}
          </span>
        </div>
        {verdict?.isRight === false && (
          <p class="soft">
            This secret and body give <code>{verdict.expected}</code>. A body that was parsed and written anew
            differs in its bytes: use the raw one.
          </p>
        )}
      </form>
    </details>
  );
}
