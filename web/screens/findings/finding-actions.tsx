/** Bar and dialogs of the selected findings: assign them, or request exceptions for them. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { countFindings, type EstateFinding, listFindings } from '../../api/calls/estate.ts';
import { requestException } from '../../api/calls/exceptions.ts';
import { useAction } from '../../api/use-action.ts';
import { counted } from '../../parts/data/words.ts';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { AssignDialog, type DialogProps, endOf, FormDialog } from '../../parts/form/assign-dialog.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';

/** Findings that can be selected at once; a call to assign takes no more. */
const FINDINGS_MAX = 100;

interface FindingActionsProps {
  readonly findings: readonly EstateFinding[];
  readonly onClear: () => void;
}

/** Shows how many findings are selected, and the dialogs. */
export function FindingActions({ findings, onClear }: FindingActionsProps) {
  const [open, setOpen] = useState<'assign' | 'request' | null>(null);
  if (findings.length === 0) return null;
  const isTooMany = findings.length > FINDINGS_MAX;
  const dialog: DialogProps = {
    findings,
    onClose: () => setOpen(null),
    onDone(text) {
      setOpen(null);
      onClear();
      showToast(text);
      for (const call of [listFindings, countFindings]) void loadAgain(call);
    },
  };
  return (
    <section class="row selection-bar" aria-label="Selection">
      <Button kind="primary" disabled={isTooMany} onClick={() => setOpen('assign')}>
        Assign
      </Button>
      <Button disabled={isTooMany} onClick={() => setOpen('request')}>
        Request exceptions
      </Button>
      <span role="status">
        {findings.length.toLocaleString('en')} selected{isTooMany && `, of at most ${FINDINGS_MAX}`}
      </span>
      <Button kind="quiet" onClick={onClear}>
        Clear selection
      </Button>
      {open === 'assign' && <AssignDialog {...dialog} />}
      {open === 'request' && <RequestDialog {...dialog} />}
    </section>
  );
}

function RequestDialog({ findings, onDone, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const [day, setDay] = useState('');
  const { isBusy, error, run } = useAction(async () => {
    const failures: string[] = [];
    // One at a time: each is checked, and has an audit entry of its own.
    for (const { validationId, findingId, rule } of findings)
      try {
        await requestException.send({ body: { validationId, findingId, reason, expiresAt: endOf(day) } });
      } catch (failure) {
        failures.push(`${rule}: ${(failure as Error).message}`);
      }
    if (failures.length === findings.length) throw new Error(failures[0]);
    const requested = counted(findings.length - failures.length, 'exception');
    onDone([`${requested} requested.`, ...failures].join(' '));
  });
  return (
    <FormDialog
      title={`Request ${counted(findings.length, 'exception')}`}
      verb="Request"
      error={error}
      isBusy={isBusy}
      send={() => void run(undefined)}
      onClose={onClose}
    >
      <p class="soft">Each finding gets an exception of its own. Someone other than you decides.</p>
      <TextField label="Reason" rows={4} required maxLength={1000} value={reason} onInput={setReason} />
      <TextField label="Last day" type="date" required value={day} onInput={setDay} />
    </FormDialog>
  );
}
