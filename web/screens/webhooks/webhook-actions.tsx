/** Acts on one webhook. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadAgain } from '../../api/answers.ts';
import {
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  rotateWebhook,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '../../api/calls/webhooks.ts';
import { useAction } from '../../api/use-action.ts';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { href } from '../../routing/paths.ts';
import { RecoverDialog } from './recover-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import { WebhookFormDialog } from './webhook-form-dialog.tsx';

type Open = 'edit' | 'rotate' | 'recover' | 'delete' | null;

/** Loads everything about webhooks again. */
async function refresh(): Promise<void> {
  await Promise.all([listWebhooks, getWebhook, listDeliveries].map((call) => loadAgain(call)));
}

/** Shows the buttons of a webhook and the dialogs behind them. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { route } = useLocation();
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(null);
  const params = { id: webhook.id };
  const isDisabled = webhook.status === 'disabled';
  const change = useAction(async (act: () => Promise<unknown>) => {
    try {
      await act();
      await refresh();
    } catch (error) {
      showToast((error as Error).message);
    }
  });
  const act = (message: string, send: () => Promise<unknown>) => () =>
    void change.run(async () => {
      await send();
      showToast(message);
    });
  return (
    <>
      <Button
        isBusy={change.isBusy}
        disabled={isDisabled}
        onClick={act('A test event is on its way.', () => testWebhook.send({ params }))}
      >
        Send test event
      </Button>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      <Button onClick={() => setOpen('rotate')}>Rotate secret</Button>
      <Button onClick={() => setOpen('recover')} disabled={isDisabled}>
        Recover
      </Button>
      <Button
        isBusy={change.isBusy}
        onClick={act(isDisabled ? 'The webhook is enabled.' : 'The webhook is disabled.', () =>
          updateWebhook.send({ params, body: { status: isDisabled ? 'enabled' : 'disabled' } }),
        )}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      <Button kind="danger" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'edit' && (
        <WebhookFormDialog
          title="Edit webhook"
          verb="Save changes"
          initial={{
            ...webhook,
            description: webhook.description ?? '',
            repository: webhook.repository ?? '',
          }}
          canChooseTarget={false}
          send={async ({ url, events, description, repository }) => {
            await updateWebhook.send({ params, body: { url, events, description, repository } });
            await refresh();
            close();
          }}
          onClose={close}
        />
      )}
      {open === 'rotate' && (
        <RotateDialog
          send={async (effectiveInHours) => {
            const made = await rotateWebhook.send({ params, body: { effectiveInHours } });
            await refresh();
            close();
            setSecret(made.secret);
          }}
          onClose={close}
        />
      )}
      {open === 'recover' && <RecoverDialog webhookId={webhook.id} onDone={refresh} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          verb="Delete webhook"
          act={() => deleteWebhook.send({ params })}
          onDone={async () => {
            route(href('/webhooks', null));
            await loadAgain(listWebhooks);
          }}
          onClose={close}
        >
          <p>Deliveries that wait for it are canceled, and its log goes with it.</p>
        </ConfirmDialog>
      )}
      {secret !== null && <SigningSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
