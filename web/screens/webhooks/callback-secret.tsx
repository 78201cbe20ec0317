/** Section about the secret that signs deliveries to the addresses of single validations. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { getCallbackSecret, rotateCallbackSecret } from '../../api/calls/webhooks.ts';
import { useCall } from '../../api/use-call.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Button } from '../../parts/form/button.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';

/** Shows the preview of the callback secret, and rotates it. */
export function CallbackSecret() {
  const { data } = useCall(getCallbackSecret, {});
  const [isRotating, setRotating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async (effectiveInHours: number) => {
    const made = await rotateCallbackSecret.send({ body: { effectiveInHours } });
    await loadAgain(getCallbackSecret);
    setRotating(false);
    setSecret(made.secret);
  };
  if (data === undefined) return null;
  const exists = data.secretPreview !== null;
  return (
    <section class="section">
      <h2>Callback secret</h2>
      <p class="prose soft">
        Runs may name an address of their own, <code>webhook_url</code>. This secret signs what is sent there.
      </p>
      <div class="row">
        {exists && <code>{data.secretPreview}</code>}
        {exists && data.nextSecretEffectiveAt !== null && (
          <span class="soft">
            the next one takes over <RelativeTime time={data.nextSecretEffectiveAt} />
          </span>
        )}
        <Button onClick={() => (exists ? setRotating(true) : void rotate(0))}>
          {exists ? 'Rotate secret' : 'Create secret'}
        </Button>
      </div>
      {isRotating && <RotateDialog send={rotate} onClose={() => setRotating(false)} />}
      {secret !== null && <SigningSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  );
}
