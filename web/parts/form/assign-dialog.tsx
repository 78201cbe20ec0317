/** Dialog that assigns findings. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { assignFindings, type EstateFinding } from '../../api/calls/estate.ts';
import { useAction } from '../../api/use-action.ts';
import { useMembers } from '../../api/use-members.ts';
import { useTeams } from '../../api/use-teams.ts';
import { counted } from '../data/words.ts';
import { Dialog } from '../feedback/dialog.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { Button } from './button.tsx';
import { SelectField, TextField } from './fields.tsx';

/** Findings of a dialog, and how it ends. */
export interface DialogProps {
  readonly findings: readonly EstateFinding[];
  /** Called with what was done, in words. */
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Assigns findings to a person or team, with a due date and a comment. */
export function AssignDialog({ findings, onDone, onClose }: DialogProps) {
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
  for (const { id, name, email, status } of useMembers() ?? [])
    if (status === 'active') people.set(`memberId/${id}`, name ?? email ?? id);
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

interface FormDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly send: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Shows a dialog with fields, its error, and a button that sends them. */
export function FormDialog({ title, verb, error, isBusy, send, onClose, children }: FormDialogProps) {
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
export function endOf(day: string): string {
  return `${day}T23:59:59Z`;
}
