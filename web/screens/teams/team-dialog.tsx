/** Dialog of a team: a new one, or changes of one. */
import { useState } from 'preact/hooks';
import { listMembers } from '../../api/calls/members.ts';
import type { Team, TeamForm } from '../../api/calls/teams.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { CheckField, TextField } from '../../parts/form/fields.tsx';
import { patternLines, patternsIn } from './pattern-lines.ts';

interface TeamDialogProps {
  /** Team to change; null: a new one. */
  readonly team: Team | null;
  readonly send: (form: TeamForm) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Members that the dialog offers. */
const MEMBERS_SHOWN = '200';

/** Takes name, members, patterns and handles of a team. */
export function TeamDialog({ team, send, onClose }: TeamDialogProps) {
  const [name, setName] = useState(team?.name ?? '');
  const [description, setDescription] = useState(team?.description ?? '');
  const [patterns, setPatterns] = useState(team ? patternLines(team.patterns) : '');
  const [memberIds, setMemberIds] = useState<readonly string[]>(team?.memberIds ?? []);
  const members = useCall(listMembers, { query: { pageSize: MEMBERS_SHOWN } });
  const { isBusy, error, run } = useAction(send);
  const submit = () =>
    void run({
      name,
      description: description.trim() === '' ? null : description,
      handles: [...(team?.handles ?? [])],
      memberIds: [...memberIds],
      patterns: patternsIn(patterns),
    });
  return (
    <Dialog
      title={team ? 'Change team' : 'Add team'}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {team ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <TextField label="Name" required maxLength={100} value={name} onInput={setName} />
      <TextField label="Description" maxLength={500} value={description} onInput={setDescription} />
      <TextField
        label="Owns"
        rows={4}
        value={patterns}
        hint="A line for each repository, such as bank/robots or bank/*. For a part of one, add a path as in CODEOWNERS: bank/robots : /payments/. Where several lines match, the last one added wins."
        onInput={setPatterns}
      />
      {members.error && <ErrorState error={members.error} onRetry={members.retry} />}
      <fieldset class="field">
        <legend class="field-legend">Members</legend>
        {members.data?.members.map(({ id, name: person, email }) => (
          <CheckField
            key={id}
            label={person ?? email ?? id}
            checked={memberIds.includes(id)}
            onChange={(isIn) =>
              setMemberIds(isIn ? [...memberIds, id] : memberIds.filter((one) => one !== id))
            }
          />
        ))}
      </fieldset>
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
