/** Dialog that sends missed events again. */
import { useState } from 'preact/hooks';
import { recoverDeliveries } from '../../api/calls/webhooks.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';

const DAY_MS = 86_400_000;

interface RecoverDialogProps {
  readonly webhookId: string;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Takes the day, and repeats the call until nothing is left. */
export function RecoverDialog({ webhookId, onDone, onClose }: RecoverDialogProps) {
  const [day, setDay] = useState(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10));
  const { isBusy, error, run } = useAction(async () => {
    let total = 0;
    const input = { params: { id: webhookId }, body: { since: `${day}T00:00:00Z` } };
    for (let moved = -1; moved !== 0; total += moved)
      ({ recovered: moved } = await recoverDeliveries.send(input));
    await onDone();
    showToast(
      total === 0
        ? 'Nothing was missed since then.'
        : `${total.toLocaleString('en')} events are on their way.`,
    );
    onClose();
  });
  return (
    <Dialog
      title="Recover missed events"
      onClose={onClose}
      onSubmit={() => void run(undefined)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Send again
          </Button>
        </>
      }
    >
      <TextField
        label="Since"
        type="date"
        required
        value={day}
        hint="Everything that failed or was skipped since then, 00:00 UTC, is sent again with the same delivery ids."
        onInput={setDay}
      />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
