/** Dialog of a group mapping: a new one, or changes of one. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import {
  createGroupMapping,
  deleteGroupMapping,
  listGroupMappings,
  type Team,
  updateGroupMapping,
  type WrittenMapping,
} from '../../api/calls/teams.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { CheckField, SelectField, TextField } from '../../parts/form/fields.tsx';
import { isNarrowable, ROLE_OPTIONS } from '../members/role-words.ts';

interface MappingDialogProps {
  /** A new one has no id. */
  readonly mapping: WrittenMapping;
  readonly teams: readonly Team[];
  readonly onClose: () => void;
}

/** Takes the group, and what it gives. */
export function MappingDialog({ mapping, teams, onClose }: MappingDialogProps) {
  const [form, setForm] = useState(mapping);
  const { id, group, role, teamsOnly, teamIds } = form;
  const change = (changes: Partial<WrittenMapping>) => setForm({ ...form, ...changes });
  const { isBusy, error, run } = useAction(async (isDeleted: boolean) => {
    const params = { id };
    const body = { role, teamsOnly, teamIds };
    if (isDeleted) await deleteGroupMapping.send({ params });
    else if (id) await updateGroupMapping.send({ params, body });
    else await createGroupMapping.send({ body: { ...body, group } });
    onClose();
    await loadAgain(listGroupMappings);
  });
  return (
    <Dialog
      title="Group"
      onClose={onClose}
      onSubmit={() => void run(false)}
      actions={
        <>
          {id && (
            <Button kind="danger" onClick={() => void run(true)}>
              Delete
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Group" readOnly={!!id} value={group} onInput={(next) => change({ group: next })} />
      <SelectField
        label="Role"
        value={role ?? ''}
        options={[['', 'None'], ...ROLE_OPTIONS]}
        onChange={(next) => change({ role: next || null, teamsOnly: teamsOnly && isNarrowable(next) })}
      />
      {role !== null && isNarrowable(role) && (
        <CheckField label="Teams only" checked={teamsOnly} onChange={(isOn) => change({ teamsOnly: isOn })} />
      )}
      {teams.map((team) => (
        <CheckField
          key={team.id}
          label={team.name}
          checked={teamIds.includes(team.id)}
          onChange={(isIn) =>
            change({ teamIds: [...teamIds.filter((one) => one !== team.id), ...(isIn ? [team.id] : [])] })
          }
        />
      ))}
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
