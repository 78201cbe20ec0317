/** Dialog before an act that cannot be taken back. */
import type { ComponentChildren } from 'preact';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';

interface ConfirmDialogProps {
  readonly title: ComponentChildren;
  /** Text of the button: a verb with what it does it to. */
  readonly verb: string;
  /** Consequences of the act. */
  readonly children: ComponentChildren;
  readonly act: () => Promise<unknown>;
  /** Called after the act has succeeded. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Acts once the person agrees; it stays with the error when the act fails. */
export function ConfirmDialog({ title, verb, children, act, onDone, onClose }: ConfirmDialogProps) {
  const { isBusy, error, run } = useAction(async () => {
    await act();
    onDone();
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => void run(undefined)}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
