/** Screen of `/webhooks`: every webhook with its state, and the callback secret. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadAgain } from '../../api/answers.ts';
import {
  createWebhook,
  listWebhooks,
  type Webhook,
  type WebhookWithSecret,
} from '../../api/calls/webhooks.ts';
import { useList } from '../../api/use-list.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { CallbackSecret } from './callback-secret.tsx';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import { WebhookBadge } from './state-badge.tsx';
import { WebhookFormDialog } from './webhook-form-dialog.tsx';
import { EVENT_LABELS, EVENTS, proposedEvents, TARGET_LABELS, TARGETS } from './webhook-words.ts';

/** Target of a webhook to create; none: no dialog. */
const PARAMS = { create: choiceParam(['', ...TARGETS], '') };

/** Lists webhooks and creates new ones. */
export default function WebhooksScreen() {
  const { route } = useLocation();
  const [{ create: target }, setState] = useUrlState(PARAMS);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const list = useList(listWebhooks, {}, ({ nextCursor }) => nextCursor);
  const webhooks = list.pages?.flatMap((page) => page.webhooks);
  const create = (
    <Button kind="primary" onClick={() => setState({ create: 'generic' })}>
      Create webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Results and warnings go to your services and chat channels, signed."
        actions={webhooks && webhooks.length > 0 ? create : undefined}
      />
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {webhooks === undefined && !list.error && <Skeleton lines={6} />}
      {webhooks?.length === 0 && (
        <EmptyState icon="webhooks" title="No webhook yet" actions={create}>
          Have results sent to a service of yours, or to a Slack or Teams channel.
        </EmptyState>
      )}
      {webhooks && webhooks.length > 0 && (
        <>
          <DataTable
            label="Webhooks"
            columns={COLUMNS}
            rows={webhooks}
            keyOf={({ id }) => id}
            isBusy={list.isBusy}
          />
          <MoreButton
            shown={webhooks.length}
            noun="webhooks"
            {...list}
            isBusy={list.isLoadingMore}
            onMore={list.more}
          />
        </>
      )}
      <CallbackSecret />
      {target !== '' && (
        <WebhookFormDialog
          title="Create webhook"
          verb="Create webhook"
          initial={{ url: '', target, events: proposedEvents(target), description: '', repository: '' }}
          canChooseTarget
          send={async (body) => {
            const webhook = await createWebhook.send({ body });
            await loadAgain(listWebhooks);
            setState({ create: '' });
            setCreated(webhook);
          }}
          onClose={() => setState({ create: '' })}
        />
      )}
      {created && (
        <SigningSecretDialog
          secret={created.secret}
          onClose={() => {
            setCreated(null);
            route(href('/webhooks/:id', { id: created.id }));
          }}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  {
    key: 'address',
    label: 'Address',
    cell: ({ id, url, description }) => (
      <>
        <a class="row-link" href={href('/webhooks/:id', { id })}>
          <bdi>{description || hostOf(url)}</bdi>
        </a>
        <span class="cell-note mono">
          <bdi>{url}</bdi>
        </span>
      </>
    ),
  },
  { key: 'status', label: 'State', cell: ({ status }) => <WebhookBadge status={status} /> },
  {
    key: 'target',
    label: 'Receiver',
    isExtra: true,
    cell: ({ target }) => (TARGET_LABELS as Readonly<Record<string, string>>)[target] ?? target,
  },
  {
    key: 'events',
    label: 'Events',
    isExtra: true,
    cell: ({ events }) =>
      events.length === EVENTS.length
        ? 'All'
        : events
            .map((event) => (EVENT_LABELS as Readonly<Record<string, string>>)[event] ?? event)
            .join(', '),
  },
  {
    key: 'success',
    label: 'Last success',
    isExtra: true,
    cell: ({ lastSuccessAt }) => <RelativeTime time={lastSuccessAt} />,
  },
];

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
