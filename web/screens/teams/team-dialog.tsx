/** Dialog of a team: a new one, or changes of one. */
import { useState } from 'preact/hooks';
import { listMembers } from '../../api/calls/members.ts';
import type { Team, TeamForm } from '../../api/calls/teams.ts';
import { useAction } from '../../api/use-action.ts';
import { useList } from '../../api/use-list.ts';
import { MoreButton } from '../../parts/data/more-button.tsx';
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

/** Members that the dialog offers at once. */
const MEMBERS_SHOWN = '200';

/** Takes name, members, patterns and handles of a team. */
export function TeamDialog({ team, send, onClose }: TeamDialogProps) {
  const [name, setName] = useState(team?.name ?? '');
  const [description, setDescription] = useState(team?.description ?? '');
  const [patterns, setPatterns] = useState(team ? patternLines(team.patterns) : '');
  const [handles, setHandles] = useState(team?.handles.join(' ') ?? '');
  const [memberIds, setMemberIds] = useState<readonly string[]>(team?.memberIds ?? []);
  const members = useList(
    listMembers,
    { query: { pageSize: MEMBERS_SHOWN } },
    ({ nextCursor }) => nextCursor,
  );
  // Those of the team come first: they may stand on a later page.
  const own = team?.members ?? [];
  const others = (members.pages ?? [])
    .flatMap((page) => page.members)
    .filter(({ id }) => !own.some((one) => one.id === id));
  const people = [...own, ...others];
  const { isBusy, error, run } = useAction(send);
  const submit = () =>
    void run({
      name,
      description: description.trim() === '' ? null : description,
      handles: handles.split(/\s+/).filter((handle) => handle !== ''),
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
      <TextField
        label="Names in CODEOWNERS"
        value={handles}
        hint="Separated by spaces, such as @bank/payments or payments@example.com."
        onInput={setHandles}
      />
      {members.error && <ErrorState error={members.error} onRetry={members.retry} />}
      <fieldset class="field">
        <legend class="field-legend">Members</legend>
        {people.map(({ id, name: person, email }) => (
          <CheckField
            key={id}
            label={person ?? email ?? id}
            checked={memberIds.includes(id)}
            onChange={(isIn) =>
              setMemberIds(isIn ? [...memberIds, id] : memberIds.filter((one) => one !== id))
            }
          />
        ))}
        <MoreButton
          shown={people.length}
          noun="members"
          hasMore={members.hasMore}
          isBusy={members.isLoadingMore}
          onMore={members.more}
        />
      </fieldset>
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
