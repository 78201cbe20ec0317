/** Saved views of a screen: links to its filters, and a dialog that saves those of now. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { CreateViewRequest } from '../../../src/gen/contract/answers.ts';
import { loadAgain } from '../../api/answers.ts';
import { createView, deleteView, listViews } from '../../api/calls/estate.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { teamOptions, useTeams } from '../../api/use-teams.ts';
import { hasScope } from '../../session/session.ts';
import { Dialog } from '../feedback/dialog.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { Button } from './button.tsx';
import { SelectField, TextField } from './fields.tsx';

type Screen = CreateViewRequest['screen'];

/** Shows the views; one whose filters are those of now can be deleted, and other filters can be saved. */
export function SavedViews({ screen }: { readonly screen: Screen }) {
  const { url } = useLocation();
  const query = url.split('?')[1] ?? '';
  const isAllowed = hasScope(['analysis:read']);
  const [isSaving, setSaving] = useState(false);
  const views =
    useCall(listViews, {}, { isEnabled: isAllowed }).data?.views.filter((view) => view.screen === screen) ??
    [];
  const current = views.find((view) => view.query === query);
  const reload = () => loadAgain(listViews);
  const remove = useAction(async (id: string) => {
    await deleteView.send({ params: { id } });
    await reload();
  });
  if (!isAllowed || (views.length === 0 && query === '')) return null;
  return (
    <nav class="row selection-bar" aria-label="Saved views">
      {views.map((view) => (
        <a
          key={view.id}
          class="tag"
          href={`/${screen}?${view.query}`}
          aria-current={view === current ? 'page' : undefined}
        >
          <bdi>{view.team === null ? view.name : `${view.team}: ${view.name}`}</bdi>
        </a>
      ))}
      {current ? (
        <Button kind="quiet" isBusy={remove.isBusy} onClick={() => void remove.run(current.id)}>
          Delete view
        </Button>
      ) : (
        query !== '' && (
          <Button kind="quiet" onClick={() => setSaving(true)}>
            Save view
          </Button>
        )
      )}
      {remove.error && <ErrorState error={remove.error} />}
      {isSaving && <SaveDialog view={{ screen, query }} onSaved={reload} onClose={() => setSaving(false)} />}
    </nav>
  );
}

interface SaveDialogProps {
  readonly view: Pick<CreateViewRequest, 'screen' | 'query'>;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

function SaveDialog({ view, onSaved, onClose }: SaveDialogProps) {
  const [name, setName] = useState('');
  const [teamId, setTeamId] = useState('');
  const teams = teamOptions(useTeams());
  const { isBusy, error, run } = useAction(async () => {
    await createView.send({ body: { ...view, name, ...(teamId && { teamId }) } });
    await onSaved();
    onClose();
  });
  return (
    <Dialog
      title="Save view"
      onClose={onClose}
      onSubmit={() => void run(undefined)}
      actions={
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
      }
    >
      <TextField label="Name" required maxLength={100} value={name} onInput={setName} />
      {teams.length > 0 && (
        <SelectField label="For" value={teamId} options={[['', 'Me'], ...teams]} onChange={setTeamId} />
      )}
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
