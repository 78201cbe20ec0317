/** Dialog with a new signing secret. */
import { SecretDialog } from '../../parts/feedback/secret-dialog.tsx';

/** Shows the secret this once, and how a receiver uses it. */
export function SigningSecretDialog({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) {
  return (
    <SecretDialog title="Signing secret" noun="signing secret" secret={secret} onClose={onClose}>
      <p>
        Give it to the receiver. <code>X-Service-Signature</code> is the HMAC-SHA256 of the body under this
        secret: reject what does not match.
      </p>
    </SecretDialog>
  );
}
