/** Screen of `/settings/environments/:name`. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { loadAgain } from '../../api/answers.ts';
import {
  deleteEnvironment,
  type Environment,
  getEnvironment,
  listEnvironments,
  updateEnvironment,
} from '../../api/calls/settings.ts';
import { useCall } from '../../api/use-call.ts';
import { useEdit, type Version, versioned } from '../../api/versions.ts';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { EditFooter } from '../../parts/form/edit-footer.tsx';
import { SelectField, TextField } from '../../parts/form/fields.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { INHERITED, MODE_OPTIONS, RULESET_OPTIONS } from './setting-words.ts';

const getVersion = versioned(getEnvironment);
const LABELS: Readonly<Partial<Record<keyof Environment, string>>> = {
  description: 'Description',
  enforcementMode: 'Enforcement mode',
  ruleset: 'Ruleset',
};

/** Shows one environment as a form. */
export default function EnvironmentScreen() {
  const { name = '' } = useRoute().params;
  const { route } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const { data, error, retry } = useCall(getVersion, { params: { name } });
  const canEdit = hasScope(['policies:write']);
  return (
    <>
      <PageHeader
        title={name}
        subtitle="Defaults of runs that name this environment."
        back={{ href: href('/settings', null), label: 'Settings' }}
        actions={
          canEdit &&
          data && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )
        }
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && <EnvironmentForm key={data.etag} name={name} base={data} canEdit={canEdit} />}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          verb="Delete environment"
          act={() => deleteEnvironment.send({ params: { name } })}
          onDone={async () => {
            route(href('/settings', null));
            await loadAgain(listEnvironments);
          }}
          onClose={() => setDeleting(false)}
        >
          <p>Later runs that name it are rejected. Results keep its name.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface EnvironmentFormProps {
  readonly name: string;
  readonly base: Version<Environment>;
  readonly canEdit: boolean;
}

function EnvironmentForm({ name, base, canEdit }: EnvironmentFormProps) {
  const [changes, setChanges] = useState<Partial<Environment>>({});
  const params = { name };
  const reload = async () => {
    await loadAgain(getEnvironment);
    await loadAgain(listEnvironments);
  };
  const edit = useEdit(
    base,
    async (etag) => {
      await updateEnvironment.send({ params, headers: { 'If-Match': etag }, body: changes });
      showToast('The environment is stored.');
      await reload();
    },
    () => getVersion.send({ params }),
  );
  const value = { ...base.thing, ...changes };
  const change = (next: Partial<Environment>) => setChanges({ ...changes, ...next });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void edit.save();
      }}
    >
      {!canEdit && <p class="soft">Changing it needs the scope policies:write.</p>}
      <fieldset class="stack plain-fieldset" disabled={!canEdit}>
        <legend class="visually-hidden">Environment</legend>
        <TextField
          label="Description"
          value={value.description ?? ''}
          onInput={(text) => change({ description: text === '' ? null : text })}
        />
        <SelectField
          label="Enforcement mode"
          value={value.enforcementMode ?? ''}
          options={[INHERITED, ...MODE_OPTIONS]}
          onChange={(mode) => change({ enforcementMode: mode === '' ? null : mode })}
        />
        <SelectField
          label="Ruleset"
          value={value.ruleset ?? ''}
          options={[INHERITED, ...RULESET_OPTIONS]}
          onChange={(ruleset) => change({ ruleset: ruleset === '' ? null : ruleset })}
        />
      </fieldset>
      {canEdit && (
        <EditFooter
          edit={edit}
          changes={changes}
          labelOf={(member) => LABELS[member] ?? member}
          onDiscard={(newer) => (newer ? void reload() : setChanges({}))}
        />
      )}
    </form>
  );
}
