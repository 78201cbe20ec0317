/** List of the environments, with a dialog for a new one. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { createEnvironment, type Environment, listEnvironments } from '../../api/calls/settings.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { SelectField, TextField } from '../../parts/form/fields.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { INHERITED, MODE_OPTIONS } from './setting-words.ts';

/** Shows the environments; runs name one, and get its defaults. */
export function Environments() {
  const canRead = hasScope(['policies:read', 'policies:write']);
  const { data, error, retry } = useCall(listEnvironments, {}, { isEnabled: canRead });
  const [isCreating, setCreating] = useState(false);
  if (!canRead) return null;
  return (
    <section class="section stack">
      <div class="section-head">
        <h2>Environments</h2>
        {hasScope(['policies:write']) && <Button onClick={() => setCreating(true)}>Add environment</Button>}
      </div>
      <p class="prose soft">
        A run names where its workflow is going to run, and gets the defaults of that environment.
      </p>
      {error && <ErrorState error={error} onRetry={retry} />}
      {data && (
        <DataTable
          label="Environments"
          columns={COLUMNS}
          rows={data.environments}
          keyOf={({ name }) => name}
        />
      )}
      {isCreating && <NewEnvironmentDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

const COLUMNS: readonly Column<Environment>[] = [
  {
    key: 'name',
    label: 'Name',
    cell: ({ name, description }) => (
      <>
        <a class="row-link" href={href('/settings/environments/:name', { name })}>
          <bdi>{name}</bdi>
        </a>
        {description && <span class="cell-note">{description}</span>}
      </>
    ),
  },
  { key: 'mode', label: 'Enforcement mode', cell: ({ enforcementMode }) => inherited(enforcementMode) },
  { key: 'ruleset', label: 'Ruleset', isExtra: true, cell: ({ ruleset }) => inherited(ruleset) },
];

function inherited(value: string | null) {
  return value === null ? <span class="soft">as the organisation</span> : value;
}

function NewEnvironmentDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [mode, setMode] = useState('');
  const { isBusy, error, run } = useAction(async () => {
    const body = {
      name,
      ...(description === '' ? {} : { description }),
      ...(mode === '' ? {} : { enforcementMode: mode }),
    };
    await createEnvironment.send({ body });
    await loadAgain(listEnvironments);
    onClose();
  });
  return (
    <Dialog
      title="Add environment"
      onClose={onClose}
      onSubmit={() => void run(undefined)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Add environment
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        required
        value={name}
        hint="Lower-case letters, digits, dot, underscore and hyphen. It cannot be changed."
        onInput={setName}
      />
      <TextField label="Description" value={description} onInput={setDescription} />
      <SelectField
        label="Enforcement mode"
        value={mode}
        options={[INHERITED, ...MODE_OPTIONS]}
        onChange={setMode}
      />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
