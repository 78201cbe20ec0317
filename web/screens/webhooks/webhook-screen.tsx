/** Screen of `/webhooks/:id`: one webhook, what can be done with it, and its delivery log. */
import { useRoute } from 'preact-iso/router';
import { getWebhook, type Webhook } from '../../api/calls/webhooks.ts';
import { useCall } from '../../api/use-call.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { SignatureCheck } from './signature-check.tsx';
import { WebhookBadge } from './state-badge.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { DISABLED_REASONS, EVENT_LABELS, TARGET_LABELS } from './webhook-words.ts';

/** Shows one webhook. */
export default function WebhookScreen() {
  const { id = '' } = useRoute().params;
  const { data: webhook, error, retry } = useCall(getWebhook, { params: { id } });
  const back = { href: href('/webhooks', null), label: 'Webhooks' };
  if (webhook === undefined)
    return (
      <>
        <PageHeader title="Webhook" back={back} />
        {error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton />}
      </>
    );
  return (
    <>
      <PageHeader
        title={webhook.description || 'Webhook'}
        subtitle={
          <bdi class="mono" dir="ltr">
            {webhook.url}
          </bdi>
        }
        back={back}
        marks={<WebhookBadge status={webhook.status} />}
        actions={<WebhookActions webhook={webhook} />}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      <Disabled webhook={webhook} />
      <KeyValues
        entries={[
          ['Receiver', word(TARGET_LABELS, webhook.target)],
          ['Events', webhook.events.map((event) => word(EVENT_LABELS, event)).join(', ')],
          ['Repositories', webhook.repository],
          ['Signing secret', <code key="secret">{webhook.secretPreview}</code>],
          [
            'Next secret',
            webhook.nextSecretEffectiveAt && (
              <>
                takes over <RelativeTime time={webhook.nextSecretEffectiveAt} />
              </>
            ),
          ],
          ['Last success', <RelativeTime key="success" time={webhook.lastSuccessAt} />],
          ['Last failure', webhook.lastFailureAt && <RelativeTime time={webhook.lastFailureAt} />],
          ['Failures in a row', webhook.consecutiveFailures || null],
          ['Created', <RelativeTime key="created" time={webhook.createdAt} />],
        ]}
      />
      <DeliveryLog webhook={webhook} />
      <SignatureCheck />
    </>
  );
}

function Disabled({ webhook: { status, disabledReason } }: { readonly webhook: Webhook }) {
  if (status !== 'disabled' || disabledReason === null) return null;
  return (
    <div class="notice section-notice">
      <div class="notice-body">
        <p>{word(DISABLED_REASONS, disabledReason)} Events are stored as skipped meanwhile.</p>
      </div>
    </div>
  );
}

function word(table: Readonly<Record<string, string>>, value: string): string {
  return table[value] ?? value;
}
