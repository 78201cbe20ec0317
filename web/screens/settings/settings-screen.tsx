/** Screen of `/settings`: what holds for all runs of the organisation, and its environments. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { listChannels } from '../../api/calls/estate.ts';
import { getSettings, type OrganisationSettings, updateSettings } from '../../api/calls/settings.ts';
import { useCall } from '../../api/use-call.ts';
import { useEdit, type Version, versioned } from '../../api/versions.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { EditFooter } from '../../parts/form/edit-footer.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { distrustSession, hasScope } from '../../session/session.ts';
import { Environments } from './environments.tsx';
import { AlertFields, RunFields, SETTING_LABELS, StorageFields } from './settings-fields.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

const getVersion = versioned(getSettings);

/** Shows the settings as a form; who may not change them sees the form switched off. */
export default function SettingsScreen() {
  const { data, error, retry } = useCall(getVersion, {});
  return (
    <>
      <PageHeader title="Settings" subtitle="Changes apply within five seconds." />
      <SettingsTabs current="settings" />
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <SettingsForm key={data.etag} base={data} />}
      <Environments />
    </>
  );
}

function SettingsForm({ base }: { readonly base: Version<OrganisationSettings> }) {
  const [changes, setChanges] = useState<Partial<OrganisationSettings>>({});
  const reload = () => loadAgain(getSettings);
  const edit = useEdit(
    base,
    async (etag) => {
      await updateSettings.send({ headers: { 'If-Match': etag }, body: changes });
      showToast('The settings are stored.');
      if (changes.keepChannels !== undefined) await loadAgain(listChannels);
      if (changes.name !== undefined) distrustSession();
      await reload();
    },
    () => getVersion.send({}),
  );
  const canEdit = hasScope(['org:admin']);
  const value = { ...base.thing, ...changes };
  const change = (next: Partial<OrganisationSettings>) =>
    setChanges(differing(base.thing, { ...changes, ...next }));
  return (
    <form
      class="section"
      onSubmit={(event) => {
        event.preventDefault();
        void edit.save();
      }}
    >
      {!canEdit && <p class="soft">You can read these settings. An admin can change them.</p>}
      <fieldset class="form-columns" disabled={!canEdit}>
        <legend class="visually-hidden">Settings</legend>
        <section class="stack">
          <h2>Organisation and runs</h2>
          <RunFields value={value} onChange={change} />
        </section>
        <section class="stack">
          <h2>Alerts and exceptions</h2>
          <AlertFields value={value} onChange={change} />
        </section>
        <section class="stack">
          <h2>Results and API</h2>
          <StorageFields value={value} onChange={change} />
        </section>
      </fieldset>
      {canEdit && (
        <EditFooter
          edit={edit}
          changes={changes}
          labelOf={(member) => (SETTING_LABELS as Record<string, string>)[member] ?? member}
          onDiscard={(newer) => (newer ? void reload() : setChanges({}))}
        />
      )}
      {base.thing.updatedAt !== null && (
        <p class="soft">
          Last changed <RelativeTime time={base.thing.updatedAt} />
          {base.thing.updatedBy && (
            <>
              {' '}
              by <bdi>{base.thing.updatedBy}</bdi>
            </>
          )}
          .
        </p>
      )}
    </form>
  );
}

/** Returns the changes that differ from what is stored. */
function differing<Thing extends object>(stored: Thing, changes: Partial<Thing>): Partial<Thing> {
  const entries = Object.entries(changes).filter(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(stored[member as keyof Thing]),
  );
  return Object.fromEntries(entries) as Partial<Thing>;
}
