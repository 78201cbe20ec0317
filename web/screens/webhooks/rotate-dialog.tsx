/** Dialog that makes a new signing secret. */
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { SelectField } from '../../parts/form/fields.tsx';

const HOURS = [
  ['0', 'At once'],
  ['1', 'In an hour'],
  ['24', 'In a day'],
  ['168', 'In a week'],
] as const;
type Hours = (typeof HOURS)[number][0];

interface RotateDialogProps {
  readonly send: (effectiveInHours: number) => Promise<void>;
  readonly onClose: () => void;
}

/** Takes the time at which the new secret takes over. */
export function RotateDialog({ send, onClose }: RotateDialogProps) {
  const [hours, setHours] = useState<Hours>('24');
  const { isBusy, error, run } = useAction(send);
  return (
    <Dialog
      title="Rotate signing secret"
      onClose={onClose}
      onSubmit={() => void run(Number(hours))}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Rotate secret
          </Button>
        </>
      }
    >
      <SelectField
        label="The new secret takes over"
        value={hours}
        options={HOURS}
        hint="Until then the old one signs, and X-Service-Signature-Next carries the signature of the new one."
        onChange={setHours}
      />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
