/** Bar and dialogs of the selected findings: assign them, or request exceptions for them. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { assignFindings, countFindings, type EstateFinding, listFindings } from '../../api/calls/estate.ts';
import { requestException } from '../../api/calls/exceptions.ts';
import { useAction } from '../../api/use-action.ts';
import { useTeams } from '../../api/use-teams.ts';
import { counted } from '../../parts/data/words.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { SelectField, TextField } from '../../parts/form/fields.tsx';

/** Findings that can be selected at once; a call to assign takes no more. */
const FINDINGS_MAX = 100;

interface FindingActionsProps {
  readonly findings: readonly EstateFinding[];
  readonly onClear: () => void;
}

interface DialogProps extends Pick<FindingActionsProps, 'findings'> {
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
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

function AssignDialog({ findings, onDone, onClose }: DialogProps) {
  const only = findings.length === 1 ? findings[0] : undefined;
  const [assignee, setAssignee] = useState(
    only?.assignedTeamId
      ? `teamId/${only.assignedTeamId}`
      : only?.assignedMemberId
        ? `memberId/${only.assignedMemberId}`
        : '',
  );
  const [day, setDay] = useState(only?.dueAt?.slice(0, 10) ?? '');
  const [comment, setComment] = useState(only?.comment ?? '');
  const teams = useTeams() ?? [];
  const people = new Map<string, string>(
    teams.flatMap(({ members }) =>
      members.map(({ id, name, email }) => [`memberId/${id}`, name ?? email ?? id] as const),
    ),
  );
  if (only?.assignedMemberId) people.set(assignee, only.assignee ?? assignee);
  const { isBusy, error, run } = useAction(async () => {
    const [kind, id] = assignee.split('/');
    const { assignedCount } = await assignFindings.send({
      body: {
        findings: findings.map(({ workflowId, findingId }) => ({ workflowId, findingId })),
        ...(id && { [kind!]: id }),
        ...(day && { dueAt: endOf(day) }),
        ...(comment.trim() && { comment }),
      },
    });
    onDone(`${counted(assignedCount, 'finding')} changed.`);
  });
  return (
    <FormDialog
      title={`Assign ${counted(findings.length, 'finding')}`}
      verb="Assign"
      error={error}
      isBusy={isBusy}
      send={() => void run(undefined)}
      onClose={onClose}
    >
      <SelectField
        label="To"
        value={assignee}
        options={[
          ['', 'No one'],
          ['memberId/me', 'Me'],
          ...teams.map(({ id, name }) => [`teamId/${id}`, `Team ${name}`] as const),
          ...people,
        ]}
        onChange={setAssignee}
      />
      <TextField label="Due" type="date" value={day} onInput={setDay} />
      <TextField label="Comment" rows={3} maxLength={1000} value={comment} onInput={setComment} />
    </FormDialog>
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

interface FormDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly send: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

function FormDialog({ title, verb, error, isBusy, send, onClose, children }: FormDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
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

/** Returns the moment at which a day ends. */
function endOf(day: string): string {
  return `${day}T23:59:59Z`;
}
