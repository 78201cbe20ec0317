/** Delivery log of a webhook, filtered by state in the address. */
import type { DeliveryStatus } from '../../../src/contract/webhook.ts';
import { type Delivery, listDeliveries, type Webhook } from '../../api/calls/webhooks.ts';
import { useList } from '../../api/use-list.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { href } from '../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { DeliveryBadge } from './state-badge.tsx';
import { DELIVERY_STATUS, EVENT_LABELS } from './webhook-words.ts';

type Filter = DeliveryStatus | 'all';
const STATUSES = Object.keys(DELIVERY_STATUS) as readonly DeliveryStatus[];
const PARAMS = { status: choiceParam<Filter>(['all', ...STATUSES], 'all') };
const OPTIONS: readonly (readonly [Filter, string])[] = [
  ['all', 'All'],
  ...STATUSES.map((status) => [status, DELIVERY_STATUS[status][1]] as const),
];
/** Interval at which the log is read again: a test event should appear while one looks. */
const POLL_MS = 5_000;

/** Lists deliveries, newest first. */
export function DeliveryLog({ webhook }: { readonly webhook: Webhook }) {
  const [{ status }, change] = useUrlState(PARAMS);
  const list = useList(
    listDeliveries,
    { params: { id: webhook.id }, query: status === 'all' ? {} : { status } },
    ({ nextCursor }) => nextCursor,
    { pollMs: POLL_MS },
  );
  const deliveries = list.pages?.flatMap((page) => page.deliveries);
  return (
    <section class="section stack">
      <div class="section-head">
        <h2>Deliveries</h2>
        <ChoiceSelect
          label="State"
          value={status}
          options={OPTIONS}
          onChange={(next) => change({ status: next })}
        />
      </div>
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {deliveries === undefined && !list.error && <Skeleton lines={4} />}
      {deliveries?.length === 0 && (
        <EmptyState
          icon="webhooks"
          title={status === 'all' ? 'Nothing sent yet' : 'No delivery in this state'}
        >
          {status === 'all'
            ? 'Send a test event to see how the receiver answers.'
            : 'The log goes back 30 days.'}
        </EmptyState>
      )}
      {deliveries && deliveries.length > 0 && (
        <DataTable label="Deliveries" columns={COLUMNS} rows={deliveries} keyOf={({ id }) => id} />
      )}
      <MoreButton
        shown={deliveries?.length ?? 0}
        noun="deliveries"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: 'event',
    label: 'Event',
    cell: ({ id, webhookId, event, test }) => (
      <>
        <a
          class="row-link"
          href={href('/webhooks/:id/deliveries/:delivery', { id: webhookId, delivery: id })}
        >
          {(EVENT_LABELS as Readonly<Record<string, string>>)[event] ?? event}
        </a>
        <span class="cell-note mono">
          {event}
          {test && ' · test'}
        </span>
      </>
    ),
  },
  { key: 'status', label: 'State', cell: ({ status }) => <DeliveryBadge status={status} /> },
  { key: 'attempts', label: 'Attempts', isNumber: true, isExtra: true, cell: ({ attempts }) => attempts },
  { key: 'created', label: 'Made', cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
  {
    key: 'next',
    label: 'Next attempt',
    isExtra: true,
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt === null ? <span class="soft">–</span> : <RelativeTime time={nextAttemptAt} />,
  },
];
