/** Dialog to create a key. */
import { useState } from 'preact/hooks';
import type { ApiKeyForm } from '../../api/calls/api-keys.ts';
import { useAction } from '../../api/use-action.ts';
import { teamOptions, useTeams } from '../../api/use-teams.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { CheckField, SelectField, TextField } from '../../parts/form/fields.tsx';
import { grantableScopes, SCOPES_AT_FIRST, SPELLINGS, type Spelling } from './key-words.ts';

const LIVES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['1094', 'Three years'],
] as const;
type Life = (typeof LIVES)[number][0];

const DAY_MS = 86_400_000;

interface CreateKeyDialogProps {
  readonly send: (form: ApiKeyForm) => Promise<void>;
  readonly onClose: () => void;
}

/** Takes the name, the life, the team and the scopes of the key. */
export function CreateKeyDialog({ send, onClose }: CreateKeyDialogProps) {
  const teams = teamOptions(useTeams());
  const [teamId, setTeamId] = useState('');
  const grantable = grantableScopes(teamId !== '');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(SCOPES_AT_FIRST);
  const scopes = chosen.filter((scope) => grantable.some(([own]) => own === scope));
  const [days, setDays] = useState<Life>('365');
  const [spelling, setSpelling] = useState<Spelling>('');
  const { isBusy, error, run } = useAction(send);
  const submit = () => {
    const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    void run({
      name,
      scopes,
      expiresAt,
      ...(teamId === '' ? {} : { teamId }),
      ...(spelling === '' ? {} : { wireCase: spelling }),
    });
  };
  return (
    <Dialog
      title="Create API key"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} disabled={scopes.length === 0}>
            Create API key
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        required
        maxLength={100}
        value={name}
        hint="What it is for, so that others know what stops when they revoke it."
        onInput={setName}
      />
      <SelectField label="Valid for" value={days} options={LIVES} onChange={setDays} />
      <SelectField
        label="Spelling of names in answers"
        value={spelling}
        options={SPELLINGS}
        hint="Clients that others wrote may read snake_case."
        onChange={setSpelling}
      />
      {teams.length > 0 && (
        <SelectField
          label="Works for"
          value={teamId}
          options={[['', 'Whole organisation'], ...teams]}
          hint="A key of a team works for the repositories that the team owns as a whole. You cannot change this later."
          onChange={setTeamId}
        />
      )}
      <fieldset class="field">
        <legend class="field-legend">Scopes</legend>
        {grantable.map(([scope, text]) => (
          <CheckField
            key={scope}
            label={
              <>
                <span class="mono">{scope}</span> <span class="soft">{text}</span>
              </>
            }
            checked={scopes.includes(scope)}
            onChange={(isOn) =>
              setChosen(isOn ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
        ))}
        {scopes.length === 0 && <span class="field-error">Choose at least one scope.</span>}
      </fieldset>
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
