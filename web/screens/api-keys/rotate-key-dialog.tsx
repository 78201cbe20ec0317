/** Dialog that gives a key a new secret. */
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { SelectField } from '../../parts/form/fields.tsx';

const OVERLAPS = [
  ['0', 'It ends at once'],
  ['3600', 'For an hour'],
  ['86400', 'For a day'],
  ['604800', 'For a week'],
] as const;
type Overlap = (typeof OVERLAPS)[number][0];

interface RotateKeyDialogProps {
  readonly send: (overlapSeconds: number) => Promise<void>;
  readonly onClose: () => void;
}

/** Takes the time for which the old secret still works. */
export function RotateKeyDialog({ send, onClose }: RotateKeyDialogProps) {
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const { isBusy, error, run } = useAction(send);
  return (
    <Dialog
      title="Rotate API key"
      onClose={onClose}
      onSubmit={() => void run(Number(overlap))}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Rotate API key
          </Button>
        </>
      }
    >
      <SelectField
        label="The old secret still works"
        value={overlap}
        options={OVERLAPS}
        hint="Time to replace it where it is used. The new one works at once."
        onChange={setOverlap}
      />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
