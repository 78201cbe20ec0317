/** Buttons of a source with their dialogs. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadAgain } from '../../api/answers.ts';
import {
  deleteSource,
  getSource,
  listDrift,
  listLinks,
  listPulls,
  listSources,
  type Source,
  setCredential,
  startPull,
  testSource,
} from '../../api/calls/sources.ts';
import { useAction } from '../../api/use-action.ts';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { href } from '../../routing/paths.ts';
import { CredentialFields, NO_CREDENTIAL } from './credential-fields.tsx';

/** Shows the buttons with their dialogs. */
export function SourceActions({
  source: { id, kind, name, runningPullId, coverage },
}: {
  readonly source: Source;
}) {
  const { route } = useLocation();
  const [open, setOpen] = useState<'credential' | 'delete' | null>(null);
  const params = { id };
  const start = useAction(async (call: typeof startPull) => {
    await call.send({ params });
    await Promise.all([loadAgain(getSource), loadAgain(listPulls)]);
  });
  const isRunning = runningPullId !== null;
  const close = () => setOpen(null);
  return (
    <>
      {kind !== 'pushed' && (
        <>
          <Button
            kind="primary"
            isBusy={start.isBusy}
            disabled={isRunning}
            onClick={() => void start.run(startPull)}
          >
            Pull now
          </Button>
          <Button isBusy={start.isBusy} disabled={isRunning} onClick={() => void start.run(testSource)}>
            Test access
          </Button>
          <Button onClick={() => setOpen('credential')}>Change credential</Button>
        </>
      )}
      <Button kind="danger" onClick={() => setOpen('delete')}>
        Delete source
      </Button>
      {start.error && <ErrorState error={start.error} />}
      {open === 'credential' && <CredentialDialog id={id} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={
            <>
              Delete <bdi>{name}</bdi>?
            </>
          }
          verb="Delete source"
          act={async () => {
            await deleteSource.send({ params });
            await Promise.all([loadAgain(listSources), loadAgain(listDrift), loadAgain(listLinks)]);
          }}
          onDone={() => route(href('/sources', null))}
          onClose={close}
        >
          <p>
            Its credential, its links and what is known of {coverage.known.toLocaleString('en')} packages are
            deleted. Nothing changes in the tenant.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function CredentialDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [body, setBody] = useState(NO_CREDENTIAL);
  const { isBusy, error, run } = useAction(async () => {
    await setCredential.send({ params: { id }, body });
    await loadAgain(getSource);
    onClose();
  });
  return (
    <Dialog
      title="Change credential"
      onClose={onClose}
      onSubmit={() => void run(undefined)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Change credential
          </Button>
        </>
      }
    >
      <p class="soft">It takes the place of the current one once it has worked. It is never shown again.</p>
      <CredentialFields value={body} onChange={setBody} />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
