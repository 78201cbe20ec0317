/** Dialog with a secret that is shown this once. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../form/button.tsx';
import { CheckField } from '../form/fields.tsx';
import { CodeBlock } from '../layout/code-block.tsx';
import { Dialog } from './dialog.tsx';

interface SecretDialogProps {
  readonly title: string;
  /** Name of the secret, such as "signing secret". */
  readonly noun: string;
  readonly secret: string;
  /** Instructions for its use. */
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/** Shows a secret. The dialog and the page close only after the person confirms that the secret is stored. */
export function SecretDialog({ title, noun, secret, children, onClose }: SecretDialogProps) {
  const [isStored, setStored] = useState(false);
  const [isWarned, setWarned] = useState(false);
  useEffect(() => {
    if (isStored) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isStored]);
  const close = () => (isStored ? onClose() : setWarned(true));
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <CodeBlock code={secret} label={noun} />
      {children}
      <CheckField label={`I have stored the ${noun}`} checked={isStored} onChange={setStored} />
      {isWarned && !isStored && (
        <p class="field-error" role="alert">
          The {noun} cannot be shown again. Store it first.
        </p>
      )}
    </Dialog>
  );
}
